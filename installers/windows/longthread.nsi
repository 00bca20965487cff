; The Windows installer: for one person, without administrator rights, upgraded in place.
;
;   makensis -DVERSION=0.1.0 -DSOURCE=dist\Longthread -DICON=build\longthread.ico -DOUTFILE=Longthread-0.1.0-setup.exe longthread.nsi
;
; Chats, models and settings are in the data folder (%LOCALAPPDATA%\Longthread), which neither the installer nor the
; uninstaller touches. What the program consists of are Longthread.exe and _internal, nothing else is packed or removed.
;
; This file begins with a byte order mark: without one makensis reads it in the code page of the machine it runs on.

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
!include "LogicLib.nsh"
!include "WinVer.nsh"
!include "x64.nsh"

!define NAME "Longthread"
!define PROGRAM "Longthread.exe"
!define CLASSES "Software\Classes"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define OLDEST_BUILD 17763     ; Windows 10 1809, the oldest that Qt runs on
!define LONGEST_INSIDE 120     ; characters of a path below the folder; build.py refuses to freeze longer ones
!define /math LONGEST_FOLDER 254 - ${LONGEST_INSIDE}   ; a path ends at 259, and "_internal.old" takes four more

Name "${NAME}"
OutFile "${OUTFILE}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "Software\${NAME}" "InstallDir"
SetCompressor /SOLID lzma
AllowSkipFiles off             ; else a silent installation skips a file that it cannot write
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
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE CheckFolder
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString Model ${LANG_ENGLISH} "Language model (GGUF)"
LangString Model ${LANG_GERMAN} "Sprachmodell (GGUF)"
LangString Model ${LANG_FRENCH} "Modèle de langage (GGUF)"
LangString Model ${LANG_SPANISH} "Modelo de lenguaje (GGUF)"
LangString Model ${LANG_SIMPCHINESE} "语言模型 (GGUF)"
LangString Running ${LANG_ENGLISH} "Longthread is running. Quit it, then try again."
LangString Running ${LANG_GERMAN} "Longthread läuft noch. Beenden Sie es und versuchen Sie es erneut."
LangString Running ${LANG_FRENCH} "Longthread est en cours d’exécution. Quittez-le, puis réessayez."
LangString Running ${LANG_SPANISH} "Longthread está abierto. Ciérralo e inténtalo de nuevo."
LangString Running ${LANG_SIMPCHINESE} "Longthread 正在运行。请先退出，然后重试。"
LangString Kept ${LANG_ENGLISH} "Your chats, models and settings stay in $LOCALAPPDATA\Longthread. Delete that folder if you no longer want them."
LangString Kept ${LANG_GERMAN} "Ihre Chats, Modelle und Einstellungen bleiben in $LOCALAPPDATA\Longthread. Löschen Sie diesen Ordner, wenn Sie sie nicht mehr brauchen."
LangString Kept ${LANG_FRENCH} "Vos discussions, modèles et réglages restent dans $LOCALAPPDATA\Longthread. Supprimez ce dossier si vous n’en avez plus besoin."
LangString Kept ${LANG_SPANISH} "Tus chats, modelos y ajustes se quedan en $LOCALAPPDATA\Longthread. Elimina esa carpeta si ya no los necesitas."
LangString Kept ${LANG_SIMPCHINESE} "对话、模型和设置会保留在 $LOCALAPPDATA\Longthread 中。如果不再需要，可以删除该文件夹。"
LangString Taken ${LANG_ENGLISH} "This folder contains other files. Choose an empty folder or the one that Longthread is in."
LangString Taken ${LANG_GERMAN} "Dieser Ordner enthält andere Dateien. Wählen Sie einen leeren Ordner oder den, in dem Longthread ist."
LangString Taken ${LANG_FRENCH} "Ce dossier contient d’autres fichiers. Choisissez un dossier vide ou celui de Longthread."
LangString Taken ${LANG_SPANISH} "Esta carpeta contiene otros archivos. Elige una vacía o la de Longthread."
LangString Taken ${LANG_SIMPCHINESE} "此文件夹中有其他文件。请选择空文件夹，或 Longthread 所在的文件夹。"
LangString TooLong ${LANG_ENGLISH} "The path of this folder is too long. Choose one with at most ${LONGEST_FOLDER} characters."
LangString TooLong ${LANG_GERMAN} "Der Pfad dieses Ordners ist zu lang. Wählen Sie einen mit höchstens ${LONGEST_FOLDER} Zeichen."
LangString TooLong ${LANG_FRENCH} "Le chemin de ce dossier est trop long. Choisissez-en un de ${LONGEST_FOLDER} caractères au plus."
LangString TooLong ${LANG_SPANISH} "La ruta de esta carpeta es demasiado larga. Elige una de ${LONGEST_FOLDER} caracteres como máximo."
LangString TooLong ${LANG_SIMPCHINESE} "此文件夹的路径太长。请选择不超过 ${LONGEST_FOLDER} 个字符的路径。"
LangString TooOld ${LANG_ENGLISH} "Longthread needs 64-bit Windows 10, version 1809, or newer."
LangString TooOld ${LANG_GERMAN} "Longthread braucht Windows 10, Version 1809, mit 64 Bit oder neuer."
LangString TooOld ${LANG_FRENCH} "Longthread a besoin de Windows 10, version 1809, 64 bits, ou plus récent."
LangString TooOld ${LANG_SPANISH} "Longthread necesita Windows 10, versión 1809, de 64 bits, o posterior."
LangString TooOld ${LANG_SIMPCHINESE} "Longthread 需要 64 位 Windows 10 版本 1809 或更高版本。"

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastBuild} ${OLDEST_BUILD}
    MessageBox MB_OK|MB_ICONSTOP "$(TooOld)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd

; On the page of the folder this stays there, and in a silent installation, which has no pages, it ends it.
Function CheckFolder
  StrLen $0 "$INSTDIR"
  ${If} $0 > ${LONGEST_FOLDER}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(TooLong)" /SD IDOK
    Abort
  ${EndIf}
  ${DirState} "$INSTDIR" $0          ; 1: there, and holds something
  ${If} $0 = 1
  ${AndIfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
  ${AndIfNot} ${FileExists} "$INSTDIR\${PROGRAM}.old"
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(Taken)" /SD IDOK
    Abort
  ${EndIf}
FunctionEnd

!macro AskToQuit
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDRETRY +2
    Abort
!macroend

; A program that runs holds its own file open: it cannot be opened for writing.
!macro RefuseWhileRunning FOLDER
  ${DoWhile} ${FileExists} "${FOLDER}\${PROGRAM}"
    ClearErrors
    FileOpen $0 "${FOLDER}\${PROGRAM}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${ExitDo}
    ${EndIf}
    !insertmacro AskToQuit
  ${Loop}
!macroend

!macro RemoveSetAside FOLDER
  Delete "${FOLDER}\${PROGRAM}.old"   ; first: with it gone the rest is never brought back
  RMDir /r "${FOLDER}\_internal.old"
!macroend

!macro RemoveProgram FOLDER
  !insertmacro RemoveSetAside "${FOLDER}"
  RMDir /r "${FOLDER}\_internal"
  Delete "${FOLDER}\${PROGRAM}"
  Delete "${FOLDER}\Uninstall.exe"
  RMDir "${FOLDER}"                  ; only if nothing else is in it
!macroend

Var Begun   ; 1: something of the new program may have been written

; The program that is there steps aside until the new one is whole: files of an older version must not be found by a
; newer one, and where the new one cannot be written the old one comes back. A folder with a file that is in use cannot
; be renamed.
Function SetAside
  ${DoWhile} ${FileExists} "$INSTDIR\${PROGRAM}.old"   ; of an installation that was cut off
    Call BringBack
    ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}.old"
      ${ExitDo}
    ${EndIf}
    !insertmacro AskToQuit
  ${Loop}
  !insertmacro RemoveSetAside "$INSTDIR"
  ${DoWhile} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    Rename "$INSTDIR\${PROGRAM}" "$INSTDIR\${PROGRAM}.old"
    ${IfNot} ${Errors}
      ${ExitDo}
    ${EndIf}
    !insertmacro AskToQuit
  ${Loop}
  ${DoWhile} ${FileExists} "$INSTDIR\_internal\*.*"
    ClearErrors
    Rename "$INSTDIR\_internal" "$INSTDIR\_internal.old"
    ${IfNot} ${Errors}
      ${ExitDo}
    ${EndIf}
    !insertmacro AskToQuit
  ${Loop}
FunctionEnd

; While the old program's file is there under its other name, this can be tried again.
Function BringBack
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}.old"
    ${If} ${FileExists} "$INSTDIR\_internal.old\*.*"
      RMDir /r "$INSTDIR\_internal"
      ClearErrors
      Rename "$INSTDIR\_internal.old" "$INSTDIR\_internal"
      ${If} ${Errors}
        Return
      ${EndIf}
    ${EndIf}
    Delete "$INSTDIR\${PROGRAM}"
    Rename "$INSTDIR\${PROGRAM}.old" "$INSTDIR\${PROGRAM}"
  ${EndIf}
FunctionEnd

Function .onInstFailed
  SetOutPath "$TEMP"                 ; a process's own folder cannot be removed
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}.old"
    Call BringBack
  ${ElseIf} $Begun = 1
    !insertmacro RemoveProgram "$INSTDIR"
  ${EndIf}
FunctionEnd

; SHCNE_ASSOCCHANGED, SHCNF_IDLIST: which program opens what has changed.
!macro TellShell
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; Other programs may have put something there, too. "/ifempty" alone looks for keys below it, not for values.
!macro DeleteKeyIfEmpty KEY
  ClearErrors
  EnumRegValue $0 HKCU "${KEY}" 0
  ${If} ${Errors}
    DeleteRegKey /ifempty HKCU "${KEY}"
  ${EndIf}
!macroend

Section "Longthread"
  Call CheckFolder
  !insertmacro RefuseWhileRunning "$INSTDIR"
  ReadRegStr $1 HKCU "Software\${NAME}" "InstallDir"
  ${If} $1 != ""
  ${AndIf} $1 != $INSTDIR
    !insertmacro RefuseWhileRunning "$1"
  ${EndIf}

  Call SetAside
  ${IfNot} ${FileExists} "$1\${PROGRAM}"   ; also where the same folder goes by another name (8.3, subst, junction)
    StrCpy $1 ""
  ${EndIf}
  SetOutPath "$INSTDIR"
  StrCpy $Begun 1
  File "${SOURCE}${SLASH}${PROGRAM}"
  File /r "${SOURCE}${SLASH}_internal"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  !insertmacro RemoveSetAside "$INSTDIR"
  ${If} $1 != ""                     ; it moves: a second one would have no entry to be removed by
    !insertmacro RemoveProgram "$1"
  ${EndIf}
  CreateShortCut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${PROGRAM}"

  ; "Open with" of .gguf files; what opens them by itself stays the choice of the person
  WriteRegStr HKCU "${CLASSES}\${NAME}.gguf" "" "$(Model)"
  WriteRegStr HKCU "${CLASSES}\${NAME}.gguf\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "${CLASSES}\${NAME}.gguf\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr HKCU "${CLASSES}\.gguf\OpenWithProgids" "${NAME}.gguf" ""
  WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\SupportedTypes" ".gguf" ""
  WriteRegStr HKCU "${CLASSES}\Applications\${PROGRAM}\SupportedTypes" ".json" ""
  !insertmacro TellShell

  WriteRegStr HKCU "Software\${NAME}" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
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
  !insertmacro RefuseWhileRunning "$INSTDIR"
  !insertmacro RemoveProgram "$INSTDIR"
  ReadRegStr $1 HKCU "Software\${NAME}" "InstallDir"
  ${If} $1 == $INSTDIR               ; else the entries are of another copy
    Delete "$SMPROGRAMS\${NAME}.lnk"
    DeleteRegKey HKCU "${CLASSES}\${NAME}.gguf"
    DeleteRegValue HKCU "${CLASSES}\.gguf\OpenWithProgids" "${NAME}.gguf"
    !insertmacro DeleteKeyIfEmpty "${CLASSES}\.gguf\OpenWithProgids"
    !insertmacro DeleteKeyIfEmpty "${CLASSES}\.gguf"
    DeleteRegKey HKCU "${CLASSES}\Applications\${PROGRAM}"
    !insertmacro DeleteKeyIfEmpty "${CLASSES}\Applications"
    !insertmacro TellShell
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    DeleteRegKey HKCU "Software\${NAME}"
  ${EndIf}
  MessageBox MB_OK|MB_ICONINFORMATION "$(Kept)" /SD IDOK
SectionEnd
