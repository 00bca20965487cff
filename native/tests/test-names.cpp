// test-names MODEL FOLDER: a model is read whatever its file is called and however deep it lies. Paths are UTF-8; on
// Windows those of more than 260 characters begin with \\?\, as the engine hands them over.
#include "support.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <filesystem>
#endif

#ifdef _WIN32
static const char * const SEPARATOR = "\\";

static std::wstring wide(const std::string & utf8) {
    std::wstring res(MultiByteToWideChar(CP_UTF8, 0, utf8.c_str(), -1, nullptr, 0), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, utf8.c_str(), -1, res.data(), (int) res.size());
    res.pop_back(); // the terminator
    return res;
}

// without letters beyond ASCII
static std::string full(const std::string & path) {
    char res[MAX_PATH];
    const DWORD n = GetFullPathNameA(path.c_str(), MAX_PATH, res, nullptr);
    LT_REQUIRE(n > 0 && n < MAX_PATH, "no full path of %s", path.c_str());
    return std::string("\\\\?\\") + res;
}

static void make_folder(const std::string & path) {
    LT_REQUIRE(CreateDirectoryW(wide(path).c_str(), nullptr) || GetLastError() == ERROR_ALREADY_EXISTS, "no folder %s", path.c_str());
}

static void copy(const std::string & from, const std::string & to) {
    LT_REQUIRE(CopyFileW(wide(from).c_str(), wide(to).c_str(), FALSE), "no file %s", to.c_str());
}

static void remove(const std::string & path) {
    LT_CHECK(DeleteFileW(wide(path).c_str()), "%s is still in use", path.c_str());
}
#else
static const char * const SEPARATOR = "/";

static std::string full(const std::string & path) {
    return std::filesystem::absolute(path).string();
}

static void make_folder(const std::string & path) {
    std::filesystem::create_directory(path);
}

static void copy(const std::string & from, const std::string & to) {
    std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
}

static void remove(const std::string & path) {
    LT_CHECK(std::filesystem::remove(path), "%s is gone", path.c_str());
}
#endif

static lt::logits_t logits_of(const std::string & path) {
    const auto model = lt::load_model(path);
    const auto ctx   = lt::make_context(model, lt::context_params());
    return lt::decode(ctx.get(), lt::random_tokens(5, 20), 0);
}

int main(int argc, char ** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s MODEL FOLDER\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto expected = logits_of(argv[1]);

    // reads a copy of that name, which can be removed afterwards: nothing holds it open
    const auto read_as = [&](const std::string & folder, const std::string & name) {
        const std::string path = folder + SEPARATOR + name;
        copy(full(argv[1]), path);
        LT_CHECK(logits_of(path) == expected, "other logits from %s", path.c_str());
        remove(path);
    };
    make_folder(full(argv[2]));

    return lt::run_cases({
        { "names in several scripts", [&] {
            for (const char * name : { "Gr\xc3\xb6\xc3\x9f" "e 7B.gguf", "\xe6\xa8\xa1\xe5\x9e\x8b.gguf",
                                       "\xd0\xbc\xd0\xbe\xd0\xb4\xd0\xb5\xd0\xbb\xd1\x8c.gguf", "\xf0\x9f\xa7\xb5.gguf" }) {
                read_as(full(argv[2]), name);
            }
        } },
        { "a folder in another script", [&] {
            const std::string folder = full(argv[2]) + SEPARATOR + "\xd9\x86\xd9\x85\xd8\xa7\xd8\xb0\xd8\xac";
            make_folder(folder);
            read_as(folder, "model.gguf");
        } },
        { "a path of more than 260 characters", [&] {
            std::string folder = full(argv[2]);
            while (folder.size() < 300) {
                folder += SEPARATOR + std::string(90, 'x');
                make_folder(folder);
            }
            read_as(folder, "model.gguf");
        } },
        { "a file that is not there is refused", [&] {
            llama_model_params params = llama_model_default_params();
            const lt::model_ptr model(llama_model_load_from_file("\xd0\xbd\xd0\xb5\xd1\x82.gguf", params), llama_model_free);
            LT_CHECK(model == nullptr, "loaded");
        } },
    });
}
