/* Ends with 0 if nobody uses the file that is its argument, neither as a file nor as a program that runs: it may be
 * opened by one alone for writing and deleting. */

#include <windows.h>

int wmain(int argc, wchar_t **argv) {
    if (argc != 2) return 99;
    HANDLE file = CreateFileW(argv[1], GENERIC_WRITE | DELETE, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return GetLastError() == ERROR_FILE_NOT_FOUND ? 0 : 1;
    CloseHandle(file);
    return 0;
}
