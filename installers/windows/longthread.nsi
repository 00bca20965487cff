; The Windows installer: for one person, without administrator rights, upgraded in place.
;
;   makensis -DVERSION=0.1.0 -DSOURCE=dist\Longthread -DICON=build\longthread.ico -DOUTFILE=Longthread-0.1.0-setup.exe longthread.nsi
;
; Conversations, models and settings lie in the data folder (%LOCALAPPDATA%\Longthread), which neither the installer
; nor the uninstaller touches.

Unicode true
!ifndef VERSION
  !error "give -DVERSION=major.minor.patch"
!endif
!ifndef SOURCE
  !error "give -DSOURCE=the frozen folder"
!endif
!ifndef OUTFILE
  !define OUTFILE "Longthread-${VERSION}-setup.exe"
!endif
!ifndef SLASH
  !define SLASH "\"   ; "/" when makensis runs on another system
!endif

!include "MUI2.nsh"
!include "FileFunc.nsh"

!define NAME "Longthread"
!define CLASSES "Software\Classes"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"

Name "${NAME}"
OutFile "${OUTFILE}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "Software\${NAME}" "InstallDir"
SetCompressor /SOLID lzma
ManifestDPIAware true
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "FileDescription" "${NAME} setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Longthread authors"

!ifdef ICON
  !define MUI_ICON "${ICON}"
  !define MUI_UNICON "${ICON}"
!endif
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\Longthread.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString Model ${LANG_ENGLISH} "Language model (GGUF)"
LangString Model ${LANG_GERMAN} "Sprachmodell (GGUF)"
LangString Running ${LANG_ENGLISH} "Longthread is running. Close it, then try again."
LangString Running ${LANG_GERMAN} "Longthread läuft noch. Bitte schließen und dann erneut versuchen."
LangString Kept ${LANG_ENGLISH} "Your conversations and models stay in $LOCALAPPDATA\Longthread. Delete that folder yourself if you no longer want them."
LangString Kept ${LANG_GERMAN} "Unterhaltungen und Modelle bleiben in $LOCALAPPDATA\Longthread. Diesen Ordner bitte selbst löschen, wenn sie nicht mehr gebraucht werden."
LangString Taken ${LANG_ENGLISH} "This folder holds other files. Choose an empty folder or one that holds Longthread."
LangString Taken ${LANG_GERMAN} "In diesem Ordner liegen andere Dateien. Bitte einen leeren Ordner wählen oder einen, in dem Longthread liegt."

; A program that runs holds its own file open: it cannot be opened for writing.
!macro RefuseWhileRunning
  IfFileExists "$INSTDIR\Longthread.exe" 0 +7
    ClearErrors
    FileOpen $0 "$INSTDIR\Longthread.exe" a
    IfErrors 0 +3
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(Running)" /SD IDOK
      Abort
    FileClose $0
!macroend

; SHCNE_ASSOCCHANGED, SHCNF_IDLIST: which program opens what has changed.
!macro TellShell
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section "Longthread"
  ${DirState} "$INSTDIR" $0          ; 1: there, and holds something
  IntCmp $0 1 0 place place
  IfFileExists "$INSTDIR\Longthread.exe" place
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(Taken)" /SD IDOK
    Abort
place:
  !insertmacro RefuseWhileRunning
  RMDir /r "$INSTDIR\_internal"      ; files of an older version must not be found by a newer one
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}${SLASH}*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortCut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\Longthread.exe"

  ; "Open with" of .gguf files; what opens them by itself stays the choice of the person
  WriteRegStr HKCU "${CLASSES}\${NAME}.gguf" "" "$(Model)"
  WriteRegStr HKCU "${CLASSES}\${NAME}.gguf\DefaultIcon" "" "$INSTDIR\Longthread.exe,0"
  WriteRegStr HKCU "${CLASSES}\${NAME}.gguf\shell\open\command" "" '"$INSTDIR\Longthread.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\.gguf\OpenWithProgids" "${NAME}.gguf" ""
  WriteRegStr HKCU "${CLASSES}\Applications\Longthread.exe\shell\open\command" "" '"$INSTDIR\Longthread.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\Longthread.exe\SupportedTypes" ".gguf" ""
  WriteRegStr HKCU "${CLASSES}\Applications\Longthread.exe\SupportedTypes" ".json" ""
  !insertmacro TellShell

  WriteRegStr HKCU "Software\${NAME}" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\Longthread.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "$0"
SectionEnd

Section "Uninstall"
  !insertmacro RefuseWhileRunning
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\Longthread.exe"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"                   ; only if nothing else is in it
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey HKCU "${CLASSES}\${NAME}.gguf"
  DeleteRegValue HKCU "${CLASSES}\.gguf\OpenWithProgids" "${NAME}.gguf"
  DeleteRegKey HKCU "${CLASSES}\Applications\Longthread.exe"
  !insertmacro TellShell
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  DeleteRegKey HKCU "Software\${NAME}"
  MessageBox MB_OK|MB_ICONINFORMATION "$(Kept)" /SD IDOK
SectionEnd
