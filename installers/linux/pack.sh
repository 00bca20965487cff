#!/bin/sh
# Packs the frozen folder as .tar.gz and, if appimagetool is at hand, as AppImage.
#
#   installers/linux/pack.sh dist/Longthread 0.1.0 OUT
#
# PYTHON         a Python with PySide6, for the icon (default: python3)
# APPIMAGETOOL   the tool (default: appimagetool on the path); without it only the .tar.gz is made
#
# Build on the oldest system to be supported: glibc is taken from the system the program runs on.
set -eu
[ $# -eq 3 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
folder=$(cd "$1" && pwd)
version=$2
mkdir -p "$3"
out=$(cd "$3" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
arch=$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${PYTHON:-python3}" "$here/../icons.py" "$work/icons"

tree=$work/Longthread-$version
cp -a "$folder" "$tree"
cp "$here/longthread.desktop" "$here/longthread-gguf.xml" "$work/icons/longthread.png" "$here/install.sh" "$tree/"
chmod 755 "$tree/install.sh"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/Longthread-$version-linux-$arch.tar.gz" \
    "Longthread-$version"
echo "$out/Longthread-$version-linux-$arch.tar.gz"

tool=${APPIMAGETOOL:-$(command -v appimagetool || true)}
if [ -z "$tool" ]; then
    echo "appimagetool not found: no AppImage made" >&2
    exit 0
fi
dir=$work/Longthread.AppDir
mkdir -p "$dir/usr/lib"
cp -a "$folder" "$dir/usr/lib/longthread"
cp "$here/longthread.desktop" "$work/icons/longthread.png" "$dir/"
ln -s longthread.png "$dir/.DirIcon"
ln -s usr/lib/longthread/longthread "$dir/AppRun"
ARCH=$arch "$tool" --no-appstream "$dir" "$out/Longthread-$version-$arch.AppImage"
echo "$out/Longthread-$version-$arch.AppImage"
