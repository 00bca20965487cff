#!/bin/sh
# Puts this folder's program into the menu of the person who runs it, and among the programs that open .gguf files;
# install.sh --remove takes it out again.
# Nothing is copied: the folder stays where it is. Conversations and models are never touched.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/longthread.desktop
icon=$data/icons/hicolor/256x256/apps/longthread.png
kind=$data/mime/packages/longthread-gguf.xml

# Tells the desktop; where these tools are missing, it finds out by itself or at the next login.
tell() {
    command -v update-mime-database > /dev/null && update-mime-database "$data/mime" || true
    command -v update-desktop-database > /dev/null && update-desktop-database "$data/applications" || true
}

if [ "${1:-}" = "--remove" ]; then
    rm -f "$entry" "$icon" "$kind"
    tell
    echo "Longthread is no longer in the menu. Delete $here to remove the program."
    exit 0
fi
# As the Desktop Entry Specification has it: escaped for its quotes, once more as a string, and % stands for a field.
command=$(printf '%s\n' "$here/longthread" | sed -e 's/["`$\\]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$kind")"
cp "$here/longthread-gguf.xml" "$kind"
cp "$here/longthread.png" "$icon"
while IFS= read -r line; do
    case $line in
        Exec=*) printf 'Exec="%s" %%F\n' "$command" ;;
        *) printf '%s\n' "$line" ;;
    esac
done < "$here/longthread.desktop" > "$entry"
tell
echo "Longthread is in the menu. Start it there, or with $here/longthread"
