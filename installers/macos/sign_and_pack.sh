#!/bin/sh
# Signs Longthread.app from the inside out, packs it into a .dmg, has it notarised and staples the ticket.
#
#   installers/macos/sign_and_pack.sh dist/Longthread.app Longthread-0.1.0.dmg
#
# SIGN_IDENTITY   "Developer ID Application: ..."; without it the signature is ad hoc: runs here, not on other Macs
# NOTARY_KEY, NOTARY_KEY_ID, NOTARY_ISSUER
#                 App Store Connect API key (path of the .p8 file, its id, the issuer); without them not notarised
#
# The .dmg keeps the links inside the bundle. A plain zip would not, and break its signature (PyInstaller #8927, #9185).
set -eu
[ $# -eq 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
app=$1
dmg=$2
here=$(cd "$(dirname "$0")" && pwd)
identity=${SIGN_IDENTITY:--}
# Library validation of the hardened runtime refuses libraries with an ad hoc signature, so it needs a real identity.
if [ "$identity" = "-" ]; then options=""; else options="--options runtime --timestamp"; fi

# shellcheck disable=SC2086  # options are words
sign() { codesign --force --sign "$identity" $options "$@"; }

main=$app/Contents/MacOS/Longthread
find "$app/Contents" -type f ! -path "$main" -print | while IFS= read -r file; do
    case $(file -b "$file") in
        *Mach-O*) sign "$file" ;;
    esac
done
sign --entitlements "$here/entitlements.plist" "$main"
sign --entitlements "$here/entitlements.plist" "$app"
codesign --verify --deep --strict --verbose=1 "$app"

# What looks through new images may keep one busy for a while (actions/runner-images #7522).
for pause in 10 30 60 0; do
    rm -f "$dmg"
    dmgbuild -s "$here/dmg_settings.py" -D app="$app" Longthread "$dmg" && break
    [ $pause -gt 0 ] || exit 1
    sleep $pause
done
if [ "$identity" = "-" ]; then
    echo "signed ad hoc: not notarised, other Macs will refuse it" >&2
    exit 0
fi
codesign --force --sign "$identity" --timestamp "$dmg"
if [ -z "${NOTARY_KEY:-}" ]; then
    echo "NOTARY_KEY is not set: not notarised" >&2
    exit 0
fi
xcrun notarytool submit "$dmg" --wait --key "$NOTARY_KEY" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER"
xcrun stapler staple "$dmg"
spctl --assess --type open --context context:primary-signature --verbose "$dmg"
