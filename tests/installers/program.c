/* Stands in for Longthread.exe in the tests of the Windows installer. It writes what it was given, and its version, into
 * the data folder; with --hold FILE it makes FILE and stays until that is gone. */

#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static int hold(const wchar_t *file) {
    HANDLE made = CreateFileW(file, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    if (made == INVALID_HANDLE_VALUE) return 1;
    CloseHandle(made);
    while (GetFileAttributesW(file) != INVALID_FILE_ATTRIBUTES) Sleep(20);
    return 0;
}

int wmain(int argc, wchar_t **argv) {
    if (argc == 3 && wcscmp(argv[1], L"--hold") == 0) return hold(argv[2]);
    wchar_t path[MAX_PATH];
    if (!ExpandEnvironmentStringsW(L"%LOCALAPPDATA%\\Longthread\\started.txt", path, MAX_PATH)) return 1;
    FILE *out = _wfopen(path, L"wb");
    if (!out) return 1;
    fprintf(out, "%s", VERSION);
    for (int i = 1; i < argc; i++) {
        char text[4 * MAX_PATH];
        if (!WideCharToMultiByte(CP_UTF8, 0, argv[i], -1, text, sizeof text, NULL, NULL)) return 1;
        fprintf(out, "\n%s", text);
    }
    return fclose(out) ? 1 : 0;
}
