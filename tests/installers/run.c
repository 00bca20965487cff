/* Runs the command line that is its argument as it stands, waits, and ends with the same status. */

#include <windows.h>

int wmain(int argc, wchar_t **argv) {
    STARTUPINFOW how = {.cb = sizeof how};
    PROCESS_INFORMATION started;
    DWORD status = 1;
    if (argc != 2 || !CreateProcessW(NULL, argv[1], NULL, NULL, FALSE, 0, NULL, NULL, &how, &started)) return 99;
    WaitForSingleObject(started.hProcess, INFINITE);
    GetExitCodeProcess(started.hProcess, &status);
    return (int)status;
}
