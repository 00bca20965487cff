<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Always send</source>
        <translation>Immer senden</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>Zurück zum Chat</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Nach Updates suchen</translation>
    </message>
    <message>
        <source>Close the page, search or edit; otherwise stop</source>
        <translation>Seite, Suche oder Bearbeitung schließen; sonst anhalten</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Compact now…</source>
        <translation>Jetzt verdichten …</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copy last reply</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>Chat duplizieren</translation>
    </message>
    <message>
        <source>Export all chats as JSON…</source>
        <translation>Alle Chats als JSON exportieren …</translation>
    </message>
    <message>
        <source>Export all chats as Markdown…</source>
        <translation>Alle Chats als Markdown exportieren …</translation>
    </message>
    <message>
        <source>Export chat as JSON…</source>
        <translation>Chat als JSON exportieren …</translation>
    </message>
    <message>
        <source>Export chat as Markdown…</source>
        <translation>Chat als Markdown exportieren …</translation>
    </message>
    <message>
        <source>Export chat as PDF…</source>
        <translation>Chat als PDF exportieren …</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Go to newest notice</source>
        <translation>Zum neuesten Hinweis</translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>Chats aus Datei importieren …</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>Chats aus Ordner importieren …</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Lokaler Server</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models and appearance</source>
        <translation>Modelle und Aussehen</translation>
    </message>
    <message>
        <source>Move chat to trash</source>
        <translation>Chat in den Papierkorb legen</translation>
    </message>
    <message>
        <source>Move selected chats to trash</source>
        <translation>Ausgewählte Chats in den Papierkorb legen</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner …</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Nächster Chat</translation>
    </message>
    <message>
        <source>Next field or button; with Shift, previous</source>
        <translation>Nächstes Feld oder nächste Schaltfläche; mit Umschalt zurück</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Nächste Nachricht</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>In neuem Fenster öffnen</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>Chat anheften oder lösen</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Voriger Chat</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Vorige Nachricht</translation>
    </message>
    <message>
        <source>Print chat…</source>
        <translation>Chat drucken …</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Quit Longthread</source>
        <translation>Longthread beenden</translation>
    </message>
    <message>
        <source>Read chat now</source>
        <translation>Chat jetzt lesen</translation>
    </message>
    <message>
        <source>Read last reply aloud, or stop</source>
        <translation>Letzte Antwort vorlesen oder anhalten</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Rename selected chat or folder</source>
        <translation>Ausgewählten Chat oder Ordner umbenennen</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Send; with Shift, new line (swap in Settings)</source>
        <translation>Senden; mit Umschalt neue Zeile (in den Einstellungen umkehrbar)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Show or hide context details</source>
        <translation>Kontextdetails ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>Seitenleiste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Farbschema: dunkel</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Farbschema: hell</translation>
    </message>
    <message>
        <source>Theme: system</source>
        <translation>Farbschema: System</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Turn “Stay offline” on or off</source>
        <translation>„Offline bleiben“ ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Löschen rückgängig machen</translation>
    </message>
    <message>
        <source>Undo last compaction</source>
        <translation>Letzte Verdichtung rückgängig machen</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>Modell entladen</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln compaction(s)</source>
        <translation>
            <numerusform>%Ln Verdichtung</numerusform>
            <numerusform>%Ln Verdichtungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln Antwort</numerusform>
            <numerusform>%Ln Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) back in full detail</source>
        <translation>
            <numerusform>%Ln Token wieder vollständig erhalten</numerusform>
            <numerusform>%Ln Token wieder vollständig erhalten</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Chat loaded</source>
        <translation>Chat geladen</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>Verdichtung</translation>
    </message>
    <message>
        <source>Context over time</source>
        <translation>Kontext im Zeitverlauf</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Protokoll kopieren</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Engine log</source>
        <translation>Protokoll der Engine</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Includes versions, devices, settings, timings and logs, but no chat text.</source>
        <translation>Enthält Versionen, Geräte, Einstellungen, Zeiten und Protokolle, aber keinen Chattext.</translation>
    </message>
    <message>
        <source>KV cache used, in tokens</source>
        <translation>belegter KV-Cache in Token</translation>
    </message>
    <message>
        <source>Model loaded</source>
        <translation>Modell geladen</translation>
    </message>
    <message>
        <source>No activity in this chat yet.</source>
        <translation>In diesem Chat gibt es noch keine Aktivität.</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>Noch keine Ereignisse.</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>Läuft nicht</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Diagnose speichern …</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>Das Protokoll ist leer.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>chat tokens</source>
        <translation>Token des Chats</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>Kontext voll</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>from saved state</source>
        <translation>aus gespeichertem Stand</translation>
    </message>
    <message>
        <source>nothing to restore</source>
        <translation>nichts wiederherzustellen</translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed} tok/s</source>
        <translation>
            <numerusform>%Ln Token gelesen mit {speed} Tok/s</numerusform>
            <numerusform>%Ln Token gelesen mit {speed} Tok/s</numerusform>
        </translation>
    </message>
    <message>
        <source>reply limit reached</source>
        <translation>Antwortgrenze erreicht</translation>
    </message>
    <message>
        <source>reread</source>
        <translation>neu gelesen</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>von Ihnen angehalten</translation>
    </message>
    <message>
        <source>wrote {number} at {speed} tok/s</source>
        <translation>{number} geschrieben mit {speed} Tok/s</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>{ratio}× verdichtet</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} freigegeben</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>erstes nach {time}</translation>
    </message>
</context>
<context>
    <name>AddOn</name>
    <message>
        <source>Add-on progress</source>
        <translation>Fortschritt der Erweiterung</translation>
    </message>
    <message>
        <source>CUDA add-on for NVIDIA cards</source>
        <translation>CUDA-Erweiterung für NVIDIA-Karten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check size…</source>
        <translation>Größe prüfen …</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Installed. Restart Longthread to use it.</source>
        <translation>Installiert. Starten Sie Longthread neu, um die Erweiterung zu nutzen.</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA driver. With the add-on, models can run on the card. Experimental.</source>
        <translation>Auf diesem Computer ist ein NVIDIA-Treiber installiert. Mit der Erweiterung können Modelle auf der Karte laufen. Experimentell.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Unpacking…</source>
        <translation>Wird entpackt …</translation>
    </message>
    <message>
        <source>{size} to download, {unpacked} on disk. You can delete it on the Privacy page.</source>
        <translation>{size} zum Herunterladen, {unpacked} auf dem Datenträger. Sie können die Erweiterung auf der Seite „Datenschutz“ löschen.</translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) are already attached.</source>
        <translation>
            <numerusform>%Ln Datei ist bereits angehängt.</numerusform>
            <numerusform>%Ln Dateien sind bereits angehängt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) not attached.</source>
        <translation>
            <numerusform>%Ln Datei nicht angehängt.</numerusform>
            <numerusform>%Ln Dateien nicht angehängt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A message can have up to %Ln file(s).</source>
        <translation>
            <numerusform>Eine Nachricht kann höchstens %Ln Datei enthalten.</numerusform>
            <numerusform>Eine Nachricht kann höchstens %Ln Dateien enthalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t attach %Ln file(s).</source>
        <translation>
            <numerusform>%Ln Datei kann nicht angehängt werden.</numerusform>
            <numerusform>%Ln Dateien können nicht angehängt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Load a model with a vision projector (mmproj), or describe the image.</source>
        <translation>Laden Sie ein Modell mit Vision-Projektor (mmproj) oder beschreiben Sie das Bild.</translation>
    </message>
    <message>
        <source>No loaded model can see images.</source>
        <translation>Kein geladenes Modell kann Bilder sehen.</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word-Dokument</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} Zeichen</translation>
    </message>
    <message>
        <source>“{name}” is already attached.</source>
        <translation>„{name}“ ist bereits angehängt.</translation>
    </message>
    <message>
        <source>≈ {tokens}</source>
        <translation>≈ {tokens}</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Show Longthread</source>
        <translation>Longthread anzeigen</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>Die Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Your reply is ready.</source>
        <translation>Ihre Antwort ist fertig.</translation>
    </message>
</context>
<context>
    <name>Automatic</name>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln Schicht</numerusform>
            <numerusform>%Ln Schichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln Thread</numerusform>
            <numerusform>%Ln Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Automatic ({value})</source>
        <translation>Automatisch ({value})</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>alle Schichten</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Available when the model is idle</source>
        <translation>Verfügbar, sobald das Modell nichts zu tun hat</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>Unterstützt keine Verdichtung: {why}</translation>
    </message>
    <message>
        <source>Drop a .gguf file into the window, or choose a model above.</source>
        <translation>Ziehen Sie eine .gguf-Datei ins Fenster oder wählen Sie oben ein Modell.</translation>
    </message>
    <message>
        <source>Load a model to get a reply.</source>
        <translation>Laden Sie ein Modell, um eine Antwort zu erhalten.</translation>
    </message>
    <message>
        <source>Message {name}…</source>
        <translation>Nachricht an {name} …</translation>
    </message>
    <message>
        <source>Nothing to compact yet</source>
        <translation>Noch nichts zu verdichten</translation>
    </message>
    <message>
        <source>This chat was last used with {model}.</source>
        <translation>Dieser Chat wurde zuletzt mit {model} verwendet.</translation>
    </message>
    <message>
        <source>To stay with {model}, send a message.</source>
        <translation>Senden Sie eine Nachricht, um bei {model} zu bleiben.</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>Nachricht schreiben …</translation>
    </message>
    <message>
        <source>You can also drop a .gguf file into the window.</source>
        <translation>Sie können auch eine .gguf-Datei in das Fenster ziehen.</translation>
    </message>
</context>
<context>
    <name>ChatDocuments</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln weiteres</numerusform>
            <numerusform>%Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Dateien anhängen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Documents for this chat</source>
        <translation>Dokumente für diesen Chat</translation>
    </message>
    <message>
        <source>Found through linked facts</source>
        <translation>Über verknüpfte Fakten gefunden</translation>
    </message>
    <message>
        <source>From the chat&apos;s folder</source>
        <translation>Aus dem Ordner des Chats</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>Dokumente verwalten …</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>{name} öffnen</translation>
    </message>
    <message>
        <source>Passages given with this message</source>
        <translation>Stellen zu dieser Nachricht</translation>
    </message>
    <message>
        <source>Remove {name} from this chat</source>
        <translation>{name} aus diesem Chat entfernen</translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln geändert</numerusform>
            <numerusform>%Ln geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>Applies only to this chat.</source>
        <translation>Gilt nur für diesen Chat.</translation>
    </message>
    <message>
        <source>Applies to all chats unless the model or chat overrides it.</source>
        <translation>Gilt für alle Chats, sofern Modell oder Chat nichts anderes festlegen.</translation>
    </message>
    <message>
        <source>Applies to all chats with {name} unless a chat overrides it.</source>
        <translation>Gilt für alle Chats mit {name}, sofern ein Chat nichts anderes festlegt.</translation>
    </message>
    <message>
        <source>Applies to this chat from its first message.</source>
        <translation>Gilt für diesen Chat ab der ersten Nachricht.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Describe the model&apos;s role and how it should reply</source>
        <translation>Rolle des Modells und gewünschte Art der Antworten</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start (about {tokens} tokens) and compacts it again. No text is lost.</source>
        <translation>Wenn Sie diesen Prompt anwenden, liest das Modell den Chat von Anfang an neu (etwa {tokens} Token) und verdichtet ihn wieder. Es geht kein Text verloren.</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start.</source>
        <translation>Wenn Sie diesen Prompt anwenden, liest das Modell den Chat von Anfang an neu.</translation>
    </message>
    <message>
        <source>Inherited from all chats.</source>
        <translation>Von allen Chats übernommen.</translation>
    </message>
    <message>
        <source>Inherited from this model.</source>
        <translation>Von diesem Modell übernommen.</translation>
    </message>
    <message>
        <source>New chats use this prompt. Existing chats keep theirs.</source>
        <translation>Neue Chats verwenden diesen Prompt. Bestehende Chats behalten ihren.</translation>
    </message>
    <message>
        <source>No presets yet. To add one, choose “Save as…”</source>
        <translation>Noch keine Vorgaben. Zum Hinzufügen „Speichern als …“ wählen</translation>
    </message>
    <message>
        <source>Preset name:</source>
        <translation>Name der Vorgabe:</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Vorgaben</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Vorgabe umbenennen</translation>
    </message>
    <message>
        <source>Reset all changes</source>
        <translation>Alle Änderungen zurücksetzen</translation>
    </message>
    <message>
        <source>Reset system prompt to the default</source>
        <translation>System-Prompt auf den Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Reset {name} to {value}</source>
        <translation>{name} auf {value} zurücksetzen</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Als Vorgabe speichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern als …</translation>
    </message>
    <message>
        <source>Save the system prompt and the settings below as a preset</source>
        <translation>System-Prompt und Einstellungen darunter als Vorgabe speichern</translation>
    </message>
    <message>
        <source>Settings for: {what}</source>
        <translation>Einstellungen für: {what}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>System prompt changed</source>
        <translation>System-Prompt geändert</translation>
    </message>
    <message>
        <source>The system prompt starts this chat and is never compacted.</source>
        <translation>Der System-Prompt steht am Anfang dieses Chats und wird nie verdichtet.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Dieses Modell</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>{name} changed</source>
        <translation>{name} geändert</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Branch of {title}</source>
        <translation>Zweig von {title}</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Chats with all versions</source>
        <translation>Chats mit allen Versionen</translation>
    </message>
    <message>
        <source>Copy of {title}</source>
        <translation>Kopie von {title}</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln message(s).</source>
        <translation>
            <numerusform>%Ln Nachricht gelöscht.</numerusform>
            <numerusform>%Ln Nachrichten gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export to folder</source>
        <translation>In Ordner exportieren</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Import chats from folder</source>
        <translation>Chats aus Ordner importieren</translation>
    </message>
    <message>
        <source>Longthread chats {day}</source>
        <translation>Longthread-Chats {day}</translation>
    </message>
    <message>
        <source>Longthread deletes the text and the saved state from this computer. You can&apos;t undo this.</source>
        <translation>Longthread löscht Text und gespeicherten Stand von diesem Computer. Sie können dies nicht rückgängig machen.</translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln chat(s) to the trash.</source>
        <translation>
            <numerusform>%Ln Chat in den Papierkorb gelegt.</numerusform>
            <numerusform>%Ln Chats in den Papierkorb gelegt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved “{title}” to the trash.</source>
        <translation>„{title}“ in den Papierkorb gelegt.</translation>
    </message>
    <message>
        <source>No chats to export.</source>
        <translation>Keine Chats zum Exportieren.</translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln chat(s)?</source>
        <translation>
            <numerusform>%Ln Chat endgültig löschen?</numerusform>
            <numerusform>%Ln Chats endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Permanently delete this chat?</source>
        <translation>Diesen Chat endgültig löschen?</translation>
    </message>
    <message>
        <source>Removed folder “{name}”.</source>
        <translation>Ordner „{name}“ entfernt.</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>1 hour</source>
        <translation>1 Stunde</translation>
    </message>
    <message>
        <source>15 min</source>
        <translation>15 min</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 min</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Always open</source>
        <translation>Immer offen</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Nachfragen</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Luftig</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Verdichten</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>Dicht</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Grammatik</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>One line</source>
        <translation>Eine Zeile</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Verdichten</translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>Jetzt verdichten</translation>
    </message>
    <message numerus="yes">
        <source>Compacted %Ln time(s)</source>
        <translation>
            <numerusform>%Ln Mal verdichtet</numerusform>
            <numerusform>%Ln Mal verdichtet</numerusform>
        </translation>
    </message>
    <message>
        <source>Compacting {asked}× would have changed more next words than your limit allows.</source>
        <translation>{asked}× zu verdichten, hätte mehr der nächsten Wörter verändert, als Ihre Grenze erlaubt.</translation>
    </message>
    <message>
        <source>Compaction ratio</source>
        <translation>Verdichtungsfaktor</translation>
    </message>
    <message>
        <source>Compacts {old} older tokens. The last {recent} stay in full detail.</source>
        <translation>Verdichtet {old} ältere Token. Die letzten {recent} bleiben vollständig erhalten.</translation>
    </message>
    <message>
        <source>Default ratio</source>
        <translation>Standardverhältnis</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>Wird geschätzt …</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>Verdichtungsfehler je Schicht</translation>
    </message>
    <message>
        <source>Layer {layer}: fit error {mean}, worst head {worst}</source>
        <translation>Schicht {layer}: Verdichtungsfehler {mean}, schlechtester Kopf {worst}</translation>
    </message>
    <message numerus="yes">
        <source>Longthread compacted %Ln older token(s), {ratio}× smaller, and kept the rest in full detail. The chat&apos;s context went from {before} to {after}; you can still read the full text.</source>
        <translation>
            <numerusform>Longthread hat %Ln älteres Token {ratio}× kleiner verdichtet und den Rest vollständig erhalten. Der Kontext des Chats ging von {before} auf {after} zurück; den ganzen Text können Sie weiterhin lesen.</numerusform>
            <numerusform>Longthread hat %Ln ältere Token {ratio}× kleiner verdichtet und den Rest vollständig erhalten. Der Kontext des Chats ging von {before} auf {after} zurück; den ganzen Text können Sie weiterhin lesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread compacted this while idle, because the next message and its reply might not have fit.</source>
        <translation>Longthread hat dies im Leerlauf verdichtet, weil die nächste Nachricht und ihre Antwort vielleicht nicht mehr gepasst hätten.</translation>
    </message>
    <message>
        <source>Next words</source>
        <translation>Nächste Wörter</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Older part compacted, {ratio}× smaller</source>
        <translation>Älterer Teil verdichtet, {ratio}× kleiner</translation>
    </message>
    <message>
        <source>Predicted: {words}.</source>
        <translation>Vorhersage: {words}.</translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln KV row(s), {time}.</source>
        <translation>
            <numerusform>Vorgabe „{preset}“, %Ln KV-Zeile, {time}.</numerusform>
            <numerusform>Vorgabe „{preset}“, %Ln KV-Zeilen, {time}.</numerusform>
        </translation>
    </message>
    <message>
        <source>The context was full, so the model forgot the oldest messages. The text stays here to read. The system prompt is still in the context. To bring these messages back, load the model with a larger context and choose Undo.</source>
        <translation>Der Kontext war voll, deshalb hat das Modell die ältesten Nachrichten vergessen. Der Text bleibt hier lesbar, und der System-Prompt ist weiter im Kontext. Um diese Nachrichten zurückzuholen, laden Sie das Modell mit einem größeren Kontext und wählen Sie Rückgängig.</translation>
    </message>
    <message>
        <source>The context was nearly full, so Longthread compacted it.</source>
        <translation>Der Kontext war fast voll, deshalb hat Longthread ihn verdichtet.</translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %Ln message(s) above</source>
        <translation>
            <numerusform>Das Modell sieht die %Ln Nachricht darüber nicht mehr</numerusform>
            <numerusform>Das Modell sieht die %Ln Nachrichten darüber nicht mehr</numerusform>
        </translation>
    </message>
    <message>
        <source>Use default</source>
        <translation>Standard verwenden</translation>
    </message>
    <message>
        <source>about {number} of 100 next words unchanged</source>
        <translation>etwa {number} von 100 nächsten Wörtern unverändert</translation>
    </message>
    <message>
        <source>about {number} of 100 unchanged</source>
        <translation>etwa {number} von 100 unverändert</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>etwa {time}</translation>
    </message>
    <message>
        <source>context {before} → {after}</source>
        <translation>Kontext {before} → {after}</translation>
    </message>
    <message>
        <source>highest in layer {layer}: {error}</source>
        <translation>am höchsten in Schicht {layer}: {error}</translation>
    </message>
    <message>
        <source>nearly all next words unchanged</source>
        <translation>fast alle nächsten Wörter unverändert</translation>
    </message>
    <message>
        <source>nearly all unchanged</source>
        <translation>fast alle unverändert</translation>
    </message>
    <message>
        <source>not known until the first compaction</source>
        <translation>erst nach der ersten Verdichtung bekannt</translation>
    </message>
    <message>
        <source>while idle</source>
        <translation>im Leerlauf</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× kleiner</translation>
    </message>
    <message>
        <source>{size} used · room for {tokens} tokens</source>
        <translation>{size} belegt · Platz für {tokens} Token</translation>
    </message>
    <message>
        <source>{text} (+{more})</source>
        <translation>{text} (+{more})</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>Dokumente hinzufügen …</translation>
    </message>
    <message>
        <source>Attach as file</source>
        <translation>Als Datei anhängen</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>Angehängte Dateien</translation>
    </message>
    <message>
        <source>Attached the pasted text as a file.</source>
        <translation>Eingefügten Text als Datei angehängt.</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>Dokumente verwalten …</translation>
    </message>
    <message>
        <source>Manage prompts…</source>
        <translation>Prompts verwalten …</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Names, numbers and details may be lost.</source>
        <translation>Namen, Zahlen und Einzelheiten können verloren gehen.</translation>
    </message>
    <message>
        <source>Pasted {count} characters.</source>
        <translation>{count} Zeichen eingefügt.</translation>
    </message>
    <message>
        <source>Press Enter to view or Delete to remove the file.</source>
        <translation>Eingabetaste zeigt die Datei an, Entf entfernt sie.</translation>
    </message>
    <message>
        <source>Put back as text</source>
        <translation>Wieder als Text einfügen</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>Trotzdem lesen</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln file(s)…</source>
        <translation>
            <numerusform>%Ln Datei wird gelesen …</numerusform>
            <numerusform>%Ln Dateien werden gelesen …</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading takes about {n} minutes.</source>
        <translation>Das Lesen dauert etwa {n} Minuten.</translation>
    </message>
    <message>
        <source>Reading takes about {n} seconds.</source>
        <translation>Das Lesen dauert etwa {n} Sekunden.</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>{name} wird gelesen</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>This model can&apos;t see images. Load a model with a vision projector (mmproj), or remove the images.</source>
        <translation>Dieses Modell kann keine Bilder sehen. Laden Sie ein Modell mit Vision-Projektor (mmproj) oder entfernen Sie die Bilder.</translation>
    </message>
    <message>
        <source>page {done} of {total}</source>
        <translation>Seite {done} von {total}</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>{tokens} · compacts older text</source>
        <translation>{tokens} · verdichtet älteren Text</translation>
    </message>
    <message>
        <source>{tokens} · longer than the context. Longthread compacts the message while reading it.</source>
        <translation>{tokens} · länger als der Kontext. Longthread verdichtet die Nachricht beim Lesen.</translation>
    </message>
    <message>
        <source>{tokens} · more than the recommended {most}.</source>
        <translation>{tokens} · mehr als die empfohlenen {most}.</translation>
    </message>
    <message>
        <source>{tokens} · no room: the system prompt fills the context. Shorten it in Chat settings, or reload the model with a larger context.</source>
        <translation>{tokens} · kein Platz: Der System-Prompt füllt den Kontext. Kürzen Sie ihn in den Chat-Einstellungen oder laden Sie das Modell mit größerem Kontext neu.</translation>
    </message>
    <message>
        <source>{tokens} · the context is full. Continue in a new chat, or reload the model with a larger context.</source>
        <translation>{tokens} · der Kontext ist voll. Setzen Sie das Gespräch in einem neuen Chat fort oder laden Sie das Modell mit größerem Kontext neu.</translation>
    </message>
    <message>
        <source>{tokens} · the model first reads {number} more tokens of this chat.</source>
        <translation>{tokens} · das Modell liest erst noch {number} Token dieses Chats.</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Remove a file or reload the model with a larger context.</source>
        <translation>{tokens} · zu lang, möglich sind {most} Token. Entfernen Sie eine Datei oder laden Sie das Modell mit größerem Kontext neu.</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Shorten the message or reload the model with a larger context.</source>
        <translation>{tokens} · zu lang, möglich sind {most} Token. Kürzen Sie die Nachricht oder laden Sie das Modell mit größerem Kontext neu.</translation>
    </message>
    <message>
        <source>“Read anyway” compacts the message about {ratio}×: {words}.</source>
        <translation>„Trotzdem lesen“ verdichtet die Nachricht etwa {ratio}×: {words}.</translation>
    </message>
    <message>
        <source>↵ send</source>
        <translation>↵ senden</translation>
    </message>
    <message>
        <source>⇧↵ send</source>
        <translation>⇧↵ senden</translation>
    </message>
    <message>
        <source>≈ {tokens}</source>
        <translation>≈ {tokens}</translation>
    </message>
</context>
<context>
    <name>Curated</name>
    <message>
        <source>Cancel the download of {name}</source>
        <translation>Download von {name} abbrechen</translation>
    </message>
    <message>
        <source>Demanding work on a strong computer</source>
        <translation>Anspruchsvolles auf einem starken Computer</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download progress of {name}</source>
        <translation>Fortschritt des Downloads von {name}</translation>
    </message>
    <message>
        <source>Everyday questions and short texts</source>
        <translation>Alltagsfragen und kurze Texte</translation>
    </message>
    <message>
        <source>Fits after you close other programs.</source>
        <translation>Passt, wenn Sie andere Programme schließen.</translation>
    </message>
    <message>
        <source>Fits into RAM, but writes slowly without a graphics card.</source>
        <translation>Passt in den RAM, schreibt ohne Grafikkarte aber langsam.</translation>
    </message>
    <message>
        <source>Fits into the free RAM.</source>
        <translation>Passt in den freien RAM.</translation>
    </message>
    <message>
        <source>List of {month}. Models come from Hugging Face; sizes are approximate until a download begins.</source>
        <translation>Stand: {month}. Die Modelle kommen von Hugging Face; Größen sind ungefähr, bis ein Download beginnt.</translation>
    </message>
    <message>
        <source>Long documents and chats</source>
        <translation>Lange Dokumente und Chats</translation>
    </message>
    <message>
        <source>Looking up the file…</source>
        <translation>Datei wird gesucht …</translation>
    </message>
    <message>
        <source>Models for this computer</source>
        <translation>Modelle für diesen Computer</translation>
    </message>
    <message>
        <source>Needs more RAM and VRAM than this computer has.</source>
        <translation>Braucht mehr RAM und VRAM, als dieser Computer hat.</translation>
    </message>
    <message>
        <source>Needs more RAM than this computer has.</source>
        <translation>Braucht mehr RAM, als dieser Computer hat.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Programming</source>
        <translation>Programmieren</translation>
    </message>
    <message>
        <source>Quick replies on any computer</source>
        <translation>Schnelle Antworten auf jedem Computer</translation>
    </message>
    <message>
        <source>Reasoning and math</source>
        <translation>Logik und Mathematik</translation>
    </message>
    <message>
        <source>Recommended models</source>
        <translation>Empfohlene Modelle</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Runs slowly</source>
        <translation>Läuft langsam</translation>
    </message>
    <message>
        <source>Runs well</source>
        <translation>Läuft gut</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Writing in many languages</source>
        <translation>Schreiben in vielen Sprachen</translation>
    </message>
    <message>
        <source>{number}K context</source>
        <translation>{number}K Kontext</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Dokumente hinzufügen</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien …</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner …</translation>
    </message>
    <message>
        <source>Add texts, PDFs, Word files, web pages or a folder of code, or drop them here. Longthread indexes them once. Type “@” in a chat to use one: the model gets the passages it needs, and replies cite them.</source>
        <translation>Fügen Sie Texte, PDFs, Word-Dateien, Webseiten oder einen Code-Ordner hinzu, oder legen Sie sie hier ab. Longthread indiziert sie einmal. Tippen Sie in einem Chat „@“, um eines zu verwenden: Das Modell bekommt die nötigen Stellen, und Antworten nennen sie als Quelle.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Always keep on disk</source>
        <translation>Immer auf dem Datenträger behalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code folder</source>
        <translation>Code-Ordner</translation>
    </message>
    <message>
        <source>Collect facts</source>
        <translation>Fakten sammeln</translation>
    </message>
    <message>
        <source>Delete its facts</source>
        <translation>Seine Fakten löschen</translation>
    </message>
    <message>
        <source>Delete their facts</source>
        <translation>Ihre Fakten löschen</translation>
    </message>
    <message>
        <source>Deletes the text and passages that Longthread keeps, also from chats that use them. The original files stay where they are.</source>
        <translation>Löscht den Text und die Stellen, die Longthread aufbewahrt, auch aus Chats, die sie verwenden. Die Originaldateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Document {name}</source>
        <translation>Dokument {name}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>File has changed since Longthread read it</source>
        <translation>Datei hat sich seit dem Lesen geändert</translation>
    </message>
    <message>
        <source>File is gone; its text is still here</source>
        <translation>Datei ist weg; ihr Text ist noch da</translation>
    </message>
    <message>
        <source>Indexing…</source>
        <translation>Wird indiziert …</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Noch keine Dokumente</translation>
    </message>
    <message>
        <source>No passages found for “{searched}”.</source>
        <translation>Keine Stellen zu „{searched}“ gefunden.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Original öffnen</translation>
    </message>
    <message>
        <source>Page of the document</source>
        <translation>Seite des Dokuments</translation>
    </message>
    <message>
        <source>Page {number} of {total}</source>
        <translation>Seite {number} von {total}</translation>
    </message>
    <message>
        <source>Part {number} of {total}</source>
        <translation>Teil {number} von {total}</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Gefundene Stellen</translation>
    </message>
    <message>
        <source>Pause preparing</source>
        <translation>Vorbereiten anhalten</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>Vorhersage: {words}</translation>
    </message>
    <message>
        <source>Prepare for {model}</source>
        <translation>Für {model} vorbereiten</translation>
    </message>
    <message>
        <source>Preparing for {model}…</source>
        <translation>Wird für {model} vorbereitet …</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>Wird vorbereitet …</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Ready for {model}</source>
        <translation>Bereit für {model}</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>Bereit zum Suchen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln document(s)?</source>
        <translation>
            <numerusform>%Ln Dokument entfernen?</numerusform>
            <numerusform>%Ln Dokumente entfernen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {number}…</source>
        <translation>{number} entfernen …</translation>
    </message>
    <message>
        <source>Remove “{name}”?</source>
        <translation>„{name}“ entfernen?</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Resume preparing</source>
        <translation>Weiter vorbereiten</translation>
    </message>
    <message>
        <source>Search in all documents</source>
        <translation>In allen Dokumenten suchen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>Seite zeigen</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>Text zeigen</translation>
    </message>
    <message>
        <source>Stop indexing</source>
        <translation>Indizieren anhalten</translation>
    </message>
    <message>
        <source>Stop watching “{name}”</source>
        <translation>„{name}“ nicht mehr beobachten</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Text des Dokuments</translation>
    </message>
    <message>
        <source>The document has changed, and this passage is no longer in it.</source>
        <translation>Das Dokument hat sich geändert und enthält diese Stelle nicht mehr.</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Beobachtete Ordner</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>Word file</source>
        <translation>Word-Datei</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>preparing is paused</source>
        <translation>Vorbereitung ist angehalten</translation>
    </message>
    <message>
        <source>waiting to be prepared</source>
        <translation>wartet auf die Vorbereitung</translation>
    </message>
    <message>
        <source>waiting until your computer is plugged in</source>
        <translation>wartet, bis Ihr Computer am Stromnetz hängt</translation>
    </message>
    <message>
        <source>watched folder</source>
        <translation>beobachteter Ordner</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× kleiner</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} auf dem Datenträger</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln item(s) to your documents</source>
        <translation>
            <numerusform>%Ln Element zu den Dokumenten hinzufügen</numerusform>
            <numerusform>%Ln Elemente zu den Dokumenten hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>%Ln Modelldatei hinzufügen</numerusform>
            <numerusform>%Ln Modelldateien hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add and load {name}</source>
        <translation>{name} hinzufügen und laden</translation>
    </message>
    <message>
        <source>Add model folder {folder}</source>
        <translation>Modellordner {folder} hinzufügen</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>Vision-Projektor zu {model} hinzufügen</translation>
    </message>
    <message>
        <source>Add vision projector {file}</source>
        <translation>Vision-Projektor {file} hinzufügen</translation>
    </message>
    <message>
        <source>Add {name} to the library</source>
        <translation>{name} zu den Modellen hinzufügen</translation>
    </message>
    <message>
        <source>Add {name} to your documents</source>
        <translation>{name} zu den Dokumenten hinzufügen</translation>
    </message>
    <message>
        <source>Adds to your chats and changes none of them</source>
        <translation>Ergänzt Ihre Chats und ändert keinen davon</translation>
    </message>
    <message numerus="yes">
        <source>Also attaches %Ln file(s)</source>
        <translation>
            <numerusform>Hängt außerdem %Ln Datei an</numerusform>
            <numerusform>Hängt außerdem %Ln Dateien an</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also imports chats from %Ln export(s)</source>
        <translation>
            <numerusform>Importiert außerdem Chats aus %Ln Export</numerusform>
            <numerusform>Importiert außerdem Chats aus %Ln Exporten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei anhängen</numerusform>
            <numerusform>%Ln Dateien anhängen</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach the files inside instead.</source>
        <translation>Hängen Sie stattdessen die Dateien darin an.</translation>
    </message>
    <message>
        <source>Attach {name}</source>
        <translation>{name} anhängen</translation>
    </message>
    <message>
        <source>Can&apos;t find “{name}”.</source>
        <translation>„{name}“ wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({why}).</source>
        <translation>„{name}“ kann nicht gelesen werden ({why}).</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t use %Ln item(s).</source>
        <translation>
            <numerusform>%Ln Element kann nicht verwendet werden.</numerusform>
            <numerusform>%Ln Elemente können nicht verwendet werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t use this here</source>
        <translation>Hier nicht verwendbar</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Prüfen Sie die Zugriffsrechte der Datei.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Laden Sie die Datei erneut herunter.</translation>
    </message>
    <message>
        <source>Drop a model, text file or document.</source>
        <translation>Ziehen Sie ein Modell, eine Textdatei oder ein Dokument hierher.</translation>
    </message>
    <message numerus="yes">
        <source>Import chats from %Ln export(s)</source>
        <translation>
            <numerusform>Chats aus %Ln Export importieren</numerusform>
            <numerusform>Chats aus %Ln Exporten importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from {name}</source>
        <translation>Chats aus {name} importieren</translation>
    </message>
    <message>
        <source>Insert text into message</source>
        <translation>Text in die Nachricht einfügen</translation>
    </message>
    <message>
        <source>Longthread reads the text; the files stay where they are</source>
        <translation>Longthread liest den Text; die Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>Look for a GGUF version of the model in the model library.</source>
        <translation>Suchen Sie unter „Modelle“ nach einer GGUF-Version des Modells.</translation>
    </message>
    <message>
        <source>New models appear automatically; Longthread copies nothing</source>
        <translation>Neue Modelle erscheinen automatisch; Longthread kopiert nichts</translation>
    </message>
    <message>
        <source>The file was moved or deleted.</source>
        <translation>Die Datei wurde verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>The model reads the text; the file stays where it is</source>
        <translation>Das Modell liest den Text; die Datei bleibt, wo sie ist</translation>
    </message>
    <message>
        <source>The model reads the text; the files stay where they are</source>
        <translation>Das Modell liest den Text; die Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>The model sees the image, and the chat keeps a copy</source>
        <translation>Das Modell sieht das Bild, und der Chat behält eine Kopie</translation>
    </message>
    <message>
        <source>The model sees the images and reads the text in the other files</source>
        <translation>Das Modell sieht die Bilder und liest den Text der anderen Dateien</translation>
    </message>
    <message>
        <source>The model sees the images, and the chat keeps copies</source>
        <translation>Das Modell sieht die Bilder, und der Chat behält Kopien</translation>
    </message>
    <message>
        <source>This vision projector (mmproj) also needs the model it was made for</source>
        <translation>Dieser Vision-Projektor (mmproj) braucht noch sein passendes Modell</translation>
    </message>
    <message>
        <source>You can edit the text before sending</source>
        <translation>Sie können den Text vor dem Senden bearbeiten</translation>
    </message>
    <message>
        <source>{file} lets the model see images and stays where it is</source>
        <translation>{file} lässt das Modell Bilder sehen und bleibt, wo sie ist</translation>
    </message>
    <message>
        <source>{size}, used in place without a copy</source>
        <translation>{size}, am Speicherort verwendet, ohne Kopie</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>„{name}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>“{name}” is a model in a format that Longthread can&apos;t load.</source>
        <translation>„{name}“ ist ein Modell in einem Format, das Longthread nicht laden kann.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a readable file.</source>
        <translation>„{name}“ ist keine lesbare Datei.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a valid GGUF model.</source>
        <translation>„{name}“ ist kein gültiges GGUF-Modell.</translation>
    </message>
</context>
<context>
    <name>HeadMeasuring</name>
    <message>
        <source>Start measuring again.</source>
        <translation>Starten Sie die Messung erneut.</translation>
    </message>
    <message>
        <source>The engine stopped before the measurement finished.</source>
        <translation>Die Engine wurde vor dem Ende der Messung beendet.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>Titel des Chats</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message numerus="yes">
        <source>Context of %Ln token(s)</source>
        <translation>
            <numerusform>Kontext für %Ln Token</numerusform>
            <numerusform>Kontext für %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Device and context size</source>
        <translation>Gerät und Kontextgröße</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>Unterstützt keine Verdichtung: {why}</translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation>Zum Umbenennen doppelklicken</translation>
    </message>
    <message>
        <source>Load settings for {name}…</source>
        <translation>Ladeeinstellungen für {name} …</translation>
    </message>
    <message>
        <source>Loading {name} {share}</source>
        <translation>{name} wird geladen: {share}</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>Seitenleiste ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Unloaded because it wasn&apos;t used for a while. Loads again when you write.</source>
        <translation>Entladen, weil es eine Weile nicht benutzt wurde. Wird wieder geladen, sobald Sie schreiben.</translation>
    </message>
    <message>
        <source>{name} failed to load</source>
        <translation>{name} nicht geladen</translation>
    </message>
    <message>
        <source>{name} is unloaded</source>
        <translation>{name} ist entladen</translation>
    </message>
    <message>
        <source>{name} stopped</source>
        <translation>{name} wurde beendet</translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>KV rows kept by each head</source>
        <translation>Behaltene KV-Zeilen je Kopf</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Letzte</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {rows} KV rows for {tokens} tokens · {types} · fit error {error}</source>
        <translation>Schicht {layer}, Kopf {head}: {rows} KV-Zeilen für {tokens} Token · {types} · Verdichtungsfehler {error}</translation>
    </message>
    <message>
        <source>Nothing is compacted in this chat.</source>
        <translation>In diesem Chat ist nichts verdichtet.</translation>
    </message>
    <message>
        <source>Stronger color: more rows kept. Outlined: all kept. Layers run across, heads down.</source>
        <translation>Kräftigere Farbe: mehr Zeilen behalten. Umrandet: alle. Schichten quer, Köpfe abwärts.</translation>
    </message>
    <message>
        <source>{ratio}× compacted: {rows} of {all} KV rows. {whole} of {heads} heads keep all rows.</source>
        <translation>{ratio}× verdichtet: {rows} von {all} KV-Zeilen. {whole} von {heads} Köpfen behalten alle Zeilen.</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Turn off</source>
        <translation>Ausschalten</translation>
    </message>
</context>
<context>
    <name>Knowledge</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln Fakt</numerusform>
            <numerusform>%Ln Fakten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more place(s)</source>
        <translation>
            <numerusform>%Ln weitere Stelle</numerusform>
            <numerusform>%Ln weitere Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln Antwort</numerusform>
            <numerusform>%Ln Antworten</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Dokumente hinzufügen</translation>
    </message>
    <message>
        <source>Collect facts from chats, too</source>
        <translation>Fakten auch aus Chats sammeln</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>Fakten aus Dokumenten sammeln</translation>
    </message>
    <message>
        <source>Collecting facts is off</source>
        <translation>Das Sammeln von Fakten ist aus</translation>
    </message>
    <message>
        <source>Collecting facts…</source>
        <translation>Fakten werden gesammelt …</translation>
    </message>
    <message>
        <source>Collecting is paused</source>
        <translation>Das Sammeln ist angehalten</translation>
    </message>
    <message>
        <source>Combine with “{name}”</source>
        <translation>Mit „{name}“ zusammenlegen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln name(s) with their facts</source>
        <translation>
            <numerusform>%Ln Namen mit Fakten löschen</numerusform>
            <numerusform>%Ln Namen mit Fakten löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete fact</source>
        <translation>Fakt löschen</translation>
    </message>
    <message>
        <source>Delete with its facts</source>
        <translation>Mit allen Fakten löschen</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln name(s)</source>
        <translation>
            <numerusform>%Ln Name gelöscht</numerusform>
            <numerusform>%Ln Namen gelöscht</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>„{name}“ gelöscht</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Fakten</translation>
    </message>
    <message>
        <source>Facts come from documents that a chat uses. Type “@” in a chat to add one, or choose “Collect facts” in the menu of a document.</source>
        <translation>Fakten stammen aus Dokumenten, die ein Chat verwendet. Tippen Sie in einem Chat „@“, um eines hinzuzufügen, oder wählen Sie im Menü eines Dokuments „Fakten sammeln“.</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph around {name}</source>
        <translation>Graph um {name}</translation>
    </message>
    <message>
        <source>Idea</source>
        <translation>Begriff</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>No facts found</source>
        <translation>Keine Fakten gefunden</translation>
    </message>
    <message>
        <source>No facts yet</source>
        <translation>Noch keine Fakten</translation>
    </message>
    <message>
        <source>Nothing found for “{searched}”.</source>
        <translation>Nichts gefunden für „{searched}“.</translation>
    </message>
    <message>
        <source>Organization</source>
        <translation>Organisation</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Pause collecting</source>
        <translation>Sammeln anhalten</translation>
    </message>
    <message>
        <source>People, places and things</source>
        <translation>Menschen, Orte und Dinge</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Person</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume collecting</source>
        <translation>Sammeln fortsetzen</translation>
    </message>
    <message>
        <source>Search people, places and things</source>
        <translation>Menschen, Orte und Dinge suchen</translation>
    </message>
    <message>
        <source>Separate in</source>
        <translation>Getrennt führen in</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>Ganzen Graphen zeigen</translation>
    </message>
    <message>
        <source>Show what is linked</source>
        <translation>Verbindungen zeigen</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your documents and how they&apos;re linked, with the sentence each fact comes from.</source>
        <translation>Das Modell sammelt die Menschen, Organisationen und Orte in Ihren Dokumenten und ihre Verbindungen, jeweils mit dem Satz, in dem sie stehen.</translation>
    </message>
    <message>
        <source>The model read your documents and found no people, organizations or places that are linked.</source>
        <translation>Das Modell hat Ihre Dokumente gelesen und keine verbundenen Menschen, Organisationen oder Orte gefunden.</translation>
    </message>
    <message>
        <source>The rest takes about as long as {replies}. Collecting runs when the model is idle and pauses for every message.</source>
        <translation>Der Rest dauert etwa so lange wie {replies}. Das Modell sammelt Fakten, wenn es nichts zu tun hat, und unterbricht für jede Nachricht.</translation>
    </message>
    <message>
        <source>Thing</source>
        <translation>Ding</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>Chat ohne Titel</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>Wartet auf ein Modell</translation>
    </message>
    <message>
        <source>Waiting for an idle moment</source>
        <translation>Wartet auf einen ruhigen Moment</translation>
    </message>
    <message>
        <source>Waiting until your computer is plugged in</source>
        <translation>Wartet, bis Ihr Computer am Stromnetz hängt</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>also {names}</source>
        <translation>auch {names}</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln passages read</source>
        <translation>
            <numerusform>{done} von %Ln Stelle gelesen</numerusform>
            <numerusform>{done} von %Ln Stellen gelesen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln Sprache</numerusform>
            <numerusform>%Ln Sprachen</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>{language} ({country})</source>
        <translation>{language} ({country})</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message numerus="yes">
        <source>%Ln part(s)</source>
        <translation>
            <numerusform>%Ln Teil</numerusform>
            <numerusform>%Ln Teile</numerusform>
        </translation>
    </message>
    <message>
        <source>Access token (hf_…)</source>
        <translation>Zugriffstoken (hf_…)</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>Zugriffstoken …</translation>
    </message>
    <message>
        <source>Account required</source>
        <translation>Konto erforderlich</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Alle Ergebnisse</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel download of {name}</source>
        <translation>Download von {name} abbrechen</translation>
    </message>
    <message>
        <source>Delete token</source>
        <translation>Token löschen</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>Unterstützt keine Verdichtung: {why}</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download {label}, {size}</source>
        <translation>{label} herunterladen, {size}</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in the window</source>
        <translation>Eine .gguf-Datei irgendwo ins Fenster ziehen</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in this window. The file stays where it is.</source>
        <translation>Ziehen Sie eine .gguf-Datei irgendwo in dieses Fenster. Die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Datei nicht gefunden</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files of {repo}</source>
        <translation>Dateien von {repo}</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Hugging Face access token</source>
        <translation>Hugging-Face-Zugriffstoken</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Loading {repo}…</source>
        <translation>{repo} wird geladen …</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt …</translation>
    </message>
    <message>
        <source>Missing parts: {names}.</source>
        <translation>Fehlende Teile: {names}.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Model name or owner/name</source>
        <translation>Modellname oder Besitzer/Name</translation>
    </message>
    <message>
        <source>Needed only for models that require an account</source>
        <translation>Nur für Modelle nötig, die ein Konto erfordern</translation>
    </message>
    <message>
        <source>No GGUF models found. Try fewer words or a model family such as “qwen”.</source>
        <translation>Keine GGUF-Modelle gefunden. Versuchen Sie es mit weniger Wörtern oder einer Modellfamilie wie „qwen“.</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>Open details for {name}</source>
        <translation>Details zu {name} öffnen</translation>
    </message>
    <message>
        <source>Opens in your browser</source>
        <translation>Wird im Browser geöffnet</translation>
    </message>
    <message>
        <source>Pause {name}</source>
        <translation>{name} anhalten</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Remove {name} from library (keeps the file)</source>
        <translation>Modell {name} entfernen (die Datei bleibt)</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>{name} aus dieser Liste entfernen</translation>
    </message>
    <message>
        <source>Resume {name}</source>
        <translation>{name} fortsetzen</translation>
    </message>
    <message>
        <source>Rough estimate from the file size. A better one follows after the download.</source>
        <translation>Grobe Schätzung anhand der Dateigröße. Nach dem Download folgt eine genauere.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store.</source>
        <translation>Im Passwortspeicher Ihres Systems gespeichert.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>Hugging Face durchsuchen</translation>
    </message>
    <message>
        <source>Searches huggingface.co for GGUF models. Longthread sends nothing until you search.</source>
        <translation>Durchsucht huggingface.co nach GGUF-Modellen. Longthread sendet nichts, bevor Sie suchen.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Still incomplete; available when the copy or download finishes</source>
        <translation>Noch unvollständig; verfügbar, sobald Kopie oder Download fertig ist</translation>
    </message>
    <message>
        <source>Supports compaction</source>
        <translation>Unterstützt Verdichtung</translation>
    </message>
    <message>
        <source>This repository has no complete GGUF file.</source>
        <translation>Dieses Repository enthält keine vollständige GGUF-Datei.</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Token deleted.</source>
        <translation>Token gelöscht.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Verifying the file… {share}</source>
        <translation>Datei wird geprüft … {share}</translation>
    </message>
    <message>
        <source>View on Hugging Face</source>
        <translation>Auf Hugging Face ansehen</translation>
    </message>
    <message>
        <source>Your system has no working password store, so Longthread forgets the token when you quit.</source>
        <translation>Ihr System hat keinen funktionierenden Passwortspeicher. Longthread vergisst das Token, sobald Sie das Programm beenden.</translation>
    </message>
    <message>
        <source>Your system&apos;s password store keeps the token. Longthread sends it only to Hugging Face.</source>
        <translation>Der Passwortspeicher Ihres Systems bewahrt das Token auf. Longthread sendet es nur an Hugging Face.</translation>
    </message>
    <message numerus="yes">
        <source>context up to %Ln token(s)</source>
        <translation>
            <numerusform>Kontext bis %Ln Token</numerusform>
            <numerusform>Kontext bis %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>updated {day}</source>
        <translation>aktualisiert {day}</translation>
    </message>
    <message>
        <source>vision projector (mmproj)</source>
        <translation>Vision-Projektor (mmproj)</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>{done} of {total} · paused</source>
        <translation>{done} von {total} · angehalten</translation>
    </message>
    <message>
        <source>{done} of {total} · queued</source>
        <translation>{done} von {total} · in der Warteschlange</translation>
    </message>
    <message>
        <source>{done} of {total} · {problem} Retrying…</source>
        <translation>{done} von {total} · {problem} Neuer Versuch …</translation>
    </message>
    <message>
        <source>{done} of {total} · {speed}/s · {time} left</source>
        <translation>{done} von {total} · {speed}/s · noch {time}</translation>
    </message>
    <message>
        <source>{number} downloads</source>
        <translation>{number} Downloads</translation>
    </message>
    <message>
        <source>{number} parameters</source>
        <translation>{number} Parameter</translation>
    </message>
    <message>
        <source>{total} · added to library</source>
        <translation>{total} · zu den Modellen hinzugefügt</translation>
    </message>
</context>
<context>
    <name>LoadSettings</name>
    <message>
        <source>Context size</source>
        <translation>Kontextgröße</translation>
    </message>
    <message>
        <source>Context size in: {kind}</source>
        <translation>Kontextgröße in: {kind}</translation>
    </message>
    <message>
        <source>How much the model holds in full detail before it compacts. RAM use grows only as needed.</source>
        <translation>Wie viel das Modell vollständig behält, bevor es verdichtet. RAM wird erst bei Bedarf belegt.</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Reset {setting} to general settings</source>
        <translation>{setting} auf die allgemeinen Einstellungen zurücksetzen</translation>
    </message>
    <message>
        <source>Share of free RAM/VRAM</source>
        <translation>Anteil am freien RAM/VRAM</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>same as general settings</source>
        <translation>wie in den allgemeinen Einstellungen</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message numerus="yes">
        <source>KV cache for %Ln token(s)</source>
        <translation>
            <numerusform>KV-Cache für %Ln Token</numerusform>
            <numerusform>KV-Cache für %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>RAM and VRAM</source>
        <translation>RAM und VRAM</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Dieses Modell</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation>{amount} frei</translation>
    </message>
    <message>
        <source>{amount} left</source>
        <translation>noch {amount}</translation>
    </message>
    <message>
        <source>{amount} too much</source>
        <translation>{amount} zu viel</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) remembered</source>
        <translation>
            <numerusform>%Ln Token im Kontext</numerusform>
            <numerusform>%Ln Token im Kontext</numerusform>
        </translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>Jetzt verdichten</translation>
    </message>
    <message>
        <source>Compact the older part of this chat</source>
        <translation>Den älteren Teil dieses Chats verdichten</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>Verdichtet</translation>
    </message>
    <message>
        <source>Compacted {number}</source>
        <translation>Verdichtet {number}</translation>
    </message>
    <message>
        <source>Compacted {number} in {size}</source>
        <translation>Verdichtet {number} in {size}</translation>
    </message>
    <message>
        <source>Compacted, this chat can hold about {number} tokens.</source>
        <translation>Verdichtet fasst dieser Chat etwa {number} Token.</translation>
    </message>
    <message>
        <source>Compacting in the background {share}</source>
        <translation>Verdichtet im Hintergrund {share}</translation>
    </message>
    <message>
        <source>Compacting {share}</source>
        <translation>Verdichten {share}</translation>
    </message>
    <message>
        <source>Compacts at {share}</source>
        <translation>Verdichtet bei {share}</translation>
    </message>
    <message>
        <source>Context  empty</source>
        <translation>Kontext  leer</translation>
    </message>
    <message>
        <source>Context  loading…</source>
        <translation>Kontext  wird geladen …</translation>
    </message>
    <message>
        <source>Context  not loaded yet</source>
        <translation>Kontext  noch nicht geladen</translation>
    </message>
    <message>
        <source>Context  {used} / {total}</source>
        <translation>Kontext  {used} / {total}</translation>
    </message>
    <message>
        <source>Context {share}</source>
        <translation>Kontext {share}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Documents {number}</source>
        <translation>Dokumente {number}</translation>
    </message>
    <message>
        <source>Documents {number} in {size}</source>
        <translation>Dokumente {number} in {size}</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Full detail</source>
        <translation>Vollständig erhalten</translation>
    </message>
    <message>
        <source>Full detail {number}</source>
        <translation>Vollständig {number}</translation>
    </message>
    <message>
        <source>Hide context details</source>
        <translation>Kontextdetails ausblenden</translation>
    </message>
    <message>
        <source>Keep context details open</source>
        <translation>Kontextdetails offen halten</translation>
    </message>
    <message>
        <source>Loading model {share}</source>
        <translation>Modell wird geladen: {share}</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Noch nicht gelesen</translation>
    </message>
    <message>
        <source>Other chats and background work: {size}</source>
        <translation>Andere Chats und Hintergrundaufgaben: {size}</translation>
    </message>
    <message>
        <source>Other work {share}</source>
        <translation>Andere Aufgaben {share}</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>Vorhersage: {words}</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Jetzt lesen</translation>
    </message>
    <message>
        <source>Read the rest of this chat now, so your next message doesn&apos;t wait</source>
        <translation>Den Rest dieses Chats jetzt lesen, damit Ihre nächste Nachricht nicht warten muss</translation>
    </message>
    <message>
        <source>Reading stopped</source>
        <translation>Lesen angehalten</translation>
    </message>
    <message>
        <source>Reading {done} / {total}</source>
        <translation>{done} / {total} gelesen</translation>
    </message>
    <message>
        <source>Reading {share}</source>
        <translation>Lesen {share}</translation>
    </message>
    <message>
        <source>Refining in the background {share}</source>
        <translation>Verfeinert im Hintergrund {share}</translation>
    </message>
    <message>
        <source>Refining {share}</source>
        <translation>Verfeinern {share}</translation>
    </message>
    <message>
        <source>Reread in {time}</source>
        <translation>In {time} neu gelesen</translation>
    </message>
    <message>
        <source>Rereading the chat {done} / {total}</source>
        <translation>{done} / {total} vom Chat neu gelesen</translation>
    </message>
    <message>
        <source>Rereading {share}</source>
        <translation>Erneut lesen {share}</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>Für die Antwort reserviert</translation>
    </message>
    <message>
        <source>Reserved for reply {number}</source>
        <translation>Antwortreserve {number}</translation>
    </message>
    <message>
        <source>Resumed in {time}</source>
        <translation>In {time} fortgesetzt</translation>
    </message>
    <message>
        <source>Saving state {share}</source>
        <translation>Stand wird gespeichert: {share}</translation>
    </message>
    <message>
        <source>Show context details</source>
        <translation>Kontextdetails anzeigen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop compacting and keep the context unchanged</source>
        <translation>Verdichtung anhalten und Kontext unverändert lassen</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>System {number}</source>
        <translation>System {number}</translation>
    </message>
    <message>
        <source>Unpin context details</source>
        <translation>Kontextdetails lösen</translation>
    </message>
    <message>
        <source>Working {share}</source>
        <translation>{share} erledigt</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>gleich fertig</translation>
    </message>
    <message>
        <source>compaction on hold</source>
        <translation>Verdichtung ausgesetzt</translation>
    </message>
    <message>
        <source>other work {share}</source>
        <translation>andere Aufgaben {share}</translation>
    </message>
    <message>
        <source>room for {number} more</source>
        <translation>Platz für {number} weitere</translation>
    </message>
    <message>
        <source>{done} of {total} tokens read</source>
        <translation>{done} von {total} Token gelesen</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>{ratio}× verdichtet</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} Tok/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
</context>
<context>
    <name>ModelActions</name>
    <message>
        <source>Add model folder</source>
        <translation>Modellordner hinzufügen</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>Vision-Projektor zu {model} hinzufügen</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete {model} from disk?</source>
        <translation>{model} vom Datenträger löschen?</translation>
    </message>
    <message>
        <source>Name (in the file: {own})</source>
        <translation>Name (in der Datei: {own})</translation>
    </message>
    <message numerus="yes">
        <source>Permanently deletes %Ln file(s), {amount}, from {folder}.</source>
        <translation>
            <numerusform>Löscht %Ln Datei, {amount}, endgültig aus {folder}.</numerusform>
            <numerusform>Löscht %Ln Dateien, {amount}, endgültig aus {folder}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename model</source>
        <translation>Modell umbenennen</translation>
    </message>
    <message>
        <source>Vision projectors</source>
        <translation>Vision-Projektoren</translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message>
        <source>Add the matching model, then add this file on the model&apos;s page.</source>
        <translation>Fügen Sie das passende Modell hinzu und danach diese Datei auf der Seite des Modells.</translation>
    </message>
    <message>
        <source>Can&apos;t delete {file} ({reason}).</source>
        <translation>{file} kann nicht gelöscht werden ({reason}).</translation>
    </message>
    <message>
        <source>Choose the mmproj file made for this model.</source>
        <translation>Wählen Sie die mmproj-Datei, die für dieses Modell erstellt wurde.</translation>
    </message>
    <message>
        <source>Close programs that use the file, or check the folder&apos;s permissions.</source>
        <translation>Schließen Sie Programme, die die Datei verwenden, oder prüfen Sie die Zugriffsrechte des Ordners.</translation>
    </message>
    <message>
        <source>Deleted the link to {model}.</source>
        <translation>Verknüpfung zu {model} gelöscht.</translation>
    </message>
    <message>
        <source>Deleted {model} from disk.</source>
        <translation>{model} vom Datenträger gelöscht.</translation>
    </message>
    <message>
        <source>No model in the library fits the vision projector {file}.</source>
        <translation>Zum Vision-Projektor {file} passt keines Ihrer Modelle.</translation>
    </message>
    <message>
        <source>Removed {model} from the library.</source>
        <translation>Modell {model} entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>The file also fits %Ln other model(s). Add it on the model&apos;s page.</source>
        <translation>
            <numerusform>Die Datei passt auch zu %Ln weiteren Modell. Fügen Sie sie auf der Seite des Modells hinzu.</numerusform>
            <numerusform>Die Datei passt auch zu %Ln weiteren Modellen. Fügen Sie sie auf der Seite des Modells hinzu.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>The original file stays where it is.</source>
        <translation>Die Originaldatei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>This file isn&apos;t a vision projector.</source>
        <translation>Diese Datei ist kein Vision-Projektor.</translation>
    </message>
    <message>
        <source>{file} doesn&apos;t fit {model}.</source>
        <translation>{file} passt nicht zu {model}.</translation>
    </message>
    <message>
        <source>{model} now uses the vision projector {file}.</source>
        <translation>{model} verwendet jetzt den Vision-Projektor {file}.</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Included</source>
        <translation>Enthalten</translation>
    </message>
    <message>
        <source>KV cache per token</source>
        <translation>KV-Cache je Token</translation>
    </message>
    <message>
        <source>Layers and heads</source>
        <translation>Schichten und Köpfe</translation>
    </message>
    <message>
        <source>Maximum context</source>
        <translation>Maximaler Kontext</translation>
    </message>
    <message>
        <source>Not included; Longthread uses a generic template</source>
        <translation>Nicht enthalten; Longthread verwendet eine allgemeine Vorlage</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>{amount} at f16</source>
        <translation>{amount} bei f16</translation>
    </message>
    <message>
        <source>{layers} layers, {heads} query heads, {kv} KV heads</source>
        <translation>{layers} Schichten, {heads} Query-Köpfe, {kv} KV-Köpfe</translation>
    </message>
</context>
<context>
    <name>ModelFiles</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
</context>
<context>
    <name>ModelFit</name>
    <message>
        <source>Change the split across GPUs, or put fewer layers on them.</source>
        <translation>Ändern Sie die Aufteilung auf GPUs, oder legen Sie weniger Schichten darauf.</translation>
    </message>
    <message>
        <source>Estimated from the file; precise after the first load.</source>
        <translation>Anhand der Datei geschätzt; genau nach dem ersten Laden.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Needs about {device} of VRAM, {free} available.</source>
        <translation>Benötigt etwa {device} VRAM, verfügbar sind {free}.</translation>
    </message>
    <message>
        <source>Needs about {need} of VRAM on {device}, {free} available.</source>
        <translation>Benötigt etwa {need} VRAM auf {device}, {free} verfügbar.</translation>
    </message>
    <message>
        <source>Needs about {total} of the {free} available.</source>
        <translation>Benötigt etwa {total} der verfügbaren {free}.</translation>
    </message>
    <message>
        <source>Needs about {total}, {free} available.</source>
        <translation>Benötigt etwa {total}, verfügbar sind {free}.</translation>
    </message>
    <message>
        <source>Needs about {total}.</source>
        <translation>Benötigt etwa {total}.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU or reduce the context size.</source>
        <translation>Legen Sie weniger Schichten auf die GPU oder verkleinern Sie den Kontext.</translation>
    </message>
    <message>
        <source>Reduce the context size, choose a smaller KV cache type or close other programs.</source>
        <translation>Verkleinern Sie den Kontext, wählen Sie einen kleineren KV-Cache-Typ oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>This leaves little RAM for other programs.</source>
        <translation>Für andere Programme bleibt wenig RAM.</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Weights and buffers measured at the last load.</source>
        <translation>Gewichte und Puffer beim letzten Laden gemessen.</translation>
    </message>
</context>
<context>
    <name>ModelFolders</name>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln Modell</numerusform>
            <numerusform>%Ln Modelle</numerusform>
        </translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Models in these folders appear automatically.</source>
        <translation>Modelle in diesen Ordnern erscheinen automatisch.</translation>
    </message>
    <message>
        <source>Remove folder {folder} (keeps its files)</source>
        <translation>Ordner {folder} entfernen (die Dateien bleiben)</translation>
    </message>
    <message>
        <source>{found} · downloads go here</source>
        <translation>{found} · Ziel für Downloads</translation>
    </message>
</context>
<context>
    <name>ModelHeads</name>
    <message>
        <source>Compaction keeps more detail in the heads that need it.</source>
        <translation>Die Verdichtung behält mehr Details in den Köpfen, die sie brauchen.</translation>
    </message>
    <message>
        <source>Head profile: built in</source>
        <translation>Kopfprofil: mitgeliefert</translation>
    </message>
    <message>
        <source>Head profile: measured on this computer</source>
        <translation>Kopfprofil: auf diesem Computer gemessen</translation>
    </message>
    <message>
        <source>Head profile: not measured</source>
        <translation>Kopfprofil: nicht gemessen</translation>
    </message>
    <message>
        <source>Head profile: not needed</source>
        <translation>Kopfprofil: nicht nötig</translation>
    </message>
    <message>
        <source>Head profile: partly measured</source>
        <translation>Kopfprofil: teilweise gemessen</translation>
    </message>
    <message>
        <source>Head profile: unknown</source>
        <translation>Kopfprofil: unbekannt</translation>
    </message>
    <message>
        <source>Longthread is measuring another model</source>
        <translation>Longthread misst gerade ein anderes Modell</translation>
    </message>
    <message>
        <source>Longthread measures the rest when idle, or you can start now.</source>
        <translation>Longthread misst den Rest im Leerlauf, oder Sie starten jetzt.</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Neu messen</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>Jetzt messen</translation>
    </message>
    <message>
        <source>Measuring continues when no chat is waiting for a reply.</source>
        <translation>Die Messung läuft weiter, sobald kein Chat auf eine Antwort wartet.</translation>
    </message>
    <message>
        <source>Measuring… {share}</source>
        <translation>Messung läuft … {share}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>This model doesn&apos;t support compaction.</source>
        <translation>Dieses Modell unterstützt keine Verdichtung.</translation>
    </message>
    <message>
        <source>Until Longthread measures the heads, compaction treats them all the same. Measuring takes a few minutes, starts when Longthread is idle, and doesn&apos;t interrupt chats.</source>
        <translation>Bis Longthread die Köpfe gemessen hat, behandelt die Verdichtung alle gleich. Die Messung dauert einige Minuten, beginnt im Leerlauf und unterbricht keine Chats.</translation>
    </message>
</context>
<context>
    <name>ModelNotes</name>
    <message>
        <source>Notes on this model</source>
        <translation>Notizen zu diesem Modell</translation>
    </message>
    <message>
        <source>What the model does well, which settings suit it…</source>
        <translation>Was das Modell gut kann, welche Einstellungen passen …</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Köpfe</translation>
    </message>
    <message>
        <source>Automatic: {choice}</source>
        <translation>Automatisch: {choice}</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>Dateien löschen …</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>Ladeeinstellungen</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt …</translation>
    </message>
    <message>
        <source>Model details</source>
        <translation>Modelldetails</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht genutzt</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Reload to apply</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Modell entfernen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Vision projector (mmproj)</source>
        <translation>Vision-Projektor (mmproj)</translation>
    </message>
</context>
<context>
    <name>ModelVision</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a vision projector (mmproj) so the model can see images. Drop the file made for this model into the window, or choose it.</source>
        <translation>Fügen Sie einen Vision-Projektor (mmproj) hinzu, damit das Modell Bilder sehen kann. Ziehen Sie die Datei zu diesem Modell ins Fenster oder wählen Sie sie aus.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>File not found.</source>
        <translation>Datei nicht gefunden.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>And {number} more.</source>
        <translation>Und {number} weitere.</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>Zurück zum Chat</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>Diagnose kopieren</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Download a small model</source>
        <translation>Kleines Modell herunterladen</translation>
    </message>
    <message>
        <source>Force stop</source>
        <translation>Sofort beenden</translation>
    </message>
    <message>
        <source>Import anyway</source>
        <translation>Trotzdem importieren</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>Ladeeinstellungen</translation>
    </message>
    <message>
        <source>Open model library</source>
        <translation>Modelle öffnen</translation>
    </message>
    <message>
        <source>Reload model</source>
        <translation>Modell neu laden</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>Engine neu starten</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Diagnose speichern …</translation>
    </message>
    <message>
        <source>Show update</source>
        <translation>Update anzeigen</translation>
    </message>
    <message>
        <source>Start normally</source>
        <translation>Normal starten</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Use the CPU</source>
        <translation>CPU verwenden</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Dieses Modell verwenden</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} min</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} min {seconds} s</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>{number} GB</source>
        <translation>{number} GB</translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation>{number} MB</translation>
    </message>
    <message>
        <source>{number} bytes</source>
        <translation>{number} Byte</translation>
    </message>
    <message>
        <source>{number} kB</source>
        <translation>{number} kB</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Back to chat</source>
        <translation>Zurück zum Chat</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats, actions, settings, models…</source>
        <translation>Chats, Aktionen, Einstellungen, Modelle …</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Load {name}</source>
        <translation>{name} laden</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Move chat to “{name}”</source>
        <translation>Chat nach „{name}“ verschieben</translation>
    </message>
    <message>
        <source>Remove chat from folder</source>
        <translation>Chat aus Ordner entfernen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search chats for “{query}”</source>
        <translation>Chats nach „{query}“ durchsuchen</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle durchsuchen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings: {page}</source>
        <translation>Einstellungen: {page}</translation>
    </message>
    <message>
        <source>Unload {name}</source>
        <translation>{name} entladen</translation>
    </message>
    <message>
        <source>load model</source>
        <translation>modell laden</translation>
    </message>
    <message>
        <source>model</source>
        <translation>modell</translation>
    </message>
    <message>
        <source>↑ ↓ select    ↵ run    Esc close</source>
        <translation>↑ ↓ auswählen    ↵ ausführen    Esc schließen</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>A preset named “{name}” already exists.</source>
        <translation>Eine Vorgabe namens „{name}“ gibt es bereits.</translation>
    </message>
    <message>
        <source>All changes reset.</source>
        <translation>Alle Änderungen zurückgesetzt.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Delete a preset you don&apos;t use.</source>
        <translation>Löschen Sie eine Vorgabe, die Sie nicht brauchen.</translation>
    </message>
    <message>
        <source>Deleted preset “{name}”.</source>
        <translation>Vorgabe „{name}“ gelöscht.</translation>
    </message>
    <message>
        <source>Replaced preset “{name}”.</source>
        <translation>Vorgabe „{name}“ ersetzt.</translation>
    </message>
    <message>
        <source>You can&apos;t save any more presets.</source>
        <translation>Sie können keine weiteren Vorgaben speichern.</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>File text</source>
        <translation>Text der Datei</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Preview of {name}</source>
        <translation>Vorschau von {name}</translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation>Alle {count} Zeichen anzeigen</translation>
    </message>
    <message>
        <source>The image is no longer on this computer.</source>
        <translation>Das Bild ist nicht mehr auf diesem Computer.</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Print chat</source>
        <translation>Chat drucken</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln Fakt</numerusform>
            <numerusform>%Ln Fakten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Access tokens and keys</source>
        <translation>Zugriffstoken und Schlüssel</translation>
    </message>
    <message>
        <source>Add-ons</source>
        <translation>Erweiterungen</translation>
    </message>
    <message>
        <source>Blocks all network requests and cancels current ones.</source>
        <translation>Blockiert alle Netzwerkanfragen und bricht laufende ab.</translation>
    </message>
    <message>
        <source>Chats and settings</source>
        <translation>Chats und Einstellungen</translation>
    </message>
    <message>
        <source>Collected facts</source>
        <translation>Gesammelte Fakten</translation>
    </message>
    <message>
        <source>Conversations of other programs, saved so that they resume instantly.</source>
        <translation>Gespräche anderer Programme, gespeichert, damit sie sofort weitergehen.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete access tokens and keys?</source>
        <translation>Zugriffstoken und Schlüssel löschen?</translation>
    </message>
    <message>
        <source>Delete add-ons?</source>
        <translation>Erweiterungen löschen?</translation>
    </message>
    <message>
        <source>Delete all chats?</source>
        <translation>Alle Chats löschen?</translation>
    </message>
    <message>
        <source>Delete all collected facts?</source>
        <translation>Alle gesammelten Fakten löschen?</translation>
    </message>
    <message>
        <source>Delete all documents?</source>
        <translation>Alle Dokumente löschen?</translation>
    </message>
    <message>
        <source>Delete all saved prompts?</source>
        <translation>Alle gespeicherten Prompts löschen?</translation>
    </message>
    <message>
        <source>Delete all saved states?</source>
        <translation>Alle gespeicherten Stände löschen?</translation>
    </message>
    <message>
        <source>Delete all your words?</source>
        <translation>Alle Ihre Wörter löschen?</translation>
    </message>
    <message>
        <source>Delete downloaded models?</source>
        <translation>Heruntergeladene Modelle löschen?</translation>
    </message>
    <message>
        <source>Delete logs?</source>
        <translation>Protokolle löschen?</translation>
    </message>
    <message>
        <source>Delete the local server&apos;s sessions?</source>
        <translation>Sitzungen des lokalen Servers löschen?</translation>
    </message>
    <message>
        <source>Delete: {name}</source>
        <translation>Löschen: {name}</translation>
    </message>
    <message>
        <source>Deletes all chats, trash, drafts and backups, but keeps your settings. You can&apos;t undo this.</source>
        <translation>Löscht alle Chats, Papierkorb, Entwürfe und Sicherungskopien, behält aber Ihre Einstellungen. Sie können dies nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Deletes every prompt you saved. You can&apos;t undo this.</source>
        <translation>Löscht alle Prompts, die Sie gespeichert haben. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Deletes what Longthread and models read from them. The files themselves and your chats stay.</source>
        <translation>Löscht, was Longthread und Modelle daraus gelesen haben. Die Dateien selbst und Ihre Chats bleiben.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Deletion progress</source>
        <translation>Fortschritt beim Löschen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Downloaded models</source>
        <translation>Heruntergeladene Modelle</translation>
    </message>
    <message>
        <source>Future problem reports cover only what happens from now on.</source>
        <translation>Künftige Problemberichte umfassen nur, was ab jetzt geschieht.</translation>
    </message>
    <message>
        <source>Let chats resume instantly. Longthread recreates them when needed.</source>
        <translation>Damit gehen Chats sofort weiter. Longthread erstellt sie bei Bedarf neu.</translation>
    </message>
    <message>
        <source>Local server&apos;s sessions</source>
        <translation>Sitzungen des lokalen Servers</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Longthread underlines words again that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>Longthread unterstreicht wieder alle Wörter, die das Wörterbuch Ihres Systems nicht kennt.</translation>
    </message>
    <message>
        <source>Messages, drafts, images, folders, trash and backups.</source>
        <translation>Nachrichten, Entwürfe, Bilder, Ordner, Papierkorb und Sicherungskopien.</translation>
    </message>
    <message>
        <source>Models from other folders aren&apos;t included.</source>
        <translation>Modelle aus anderen Ordnern zählen nicht dazu.</translation>
    </message>
    <message>
        <source>Models run on this computer, and your chats stay here, unless you switch on “Use other computers”. Longthread uses the network only for that and when you search Hugging Face, list a model&apos;s files, download a model or an add-on, or check for updates; each request appears below.</source>
        <translation>Modelle laufen auf diesem Computer, und Ihre Chats bleiben hier, es sei denn, Sie schalten „Andere Computer verwenden“ ein. Longthread nutzt das Netzwerk nur dafür und wenn Sie auf Hugging Face suchen, die Dateien eines Modells auflisten, ein Modell oder eine Erweiterung herunterladen oder nach Updates suchen; jede Anfrage erscheint unten.</translation>
    </message>
    <message>
        <source>No network requests yet.</source>
        <translation>Noch keine Netzwerkanfragen.</translation>
    </message>
    <message>
        <source>Open folder: {name}</source>
        <translation>Ordner öffnen: {name}</translation>
    </message>
    <message>
        <source>Other programs can continue; the model first rereads their conversations.</source>
        <translation>Andere Programme können weitermachen; das Modell liest ihre Gespräche zuerst neu ein.</translation>
    </message>
    <message>
        <source>People, places and things in your documents, and in chats if you turned that on.</source>
        <translation>Menschen, Orte und Dinge in Ihren Dokumenten, auf Wunsch auch in Chats.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Record program events and network requests, but no chat text.</source>
        <translation>Halten Programmereignisse und Netzwerkanfragen fest, aber keinen Chattext.</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store, never in a file.</source>
        <translation>Im Passwortspeicher Ihres Systems gespeichert, nie in einer Datei.</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Saved states</source>
        <translation>Gespeicherte Stände</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Offline bleiben</translation>
    </message>
    <message>
        <source>Support for graphics cards that you downloaded on a model&apos;s page.</source>
        <translation>Unterstützung für Grafikkarten, die Sie auf der Seite eines Modells heruntergeladen haben.</translation>
    </message>
    <message>
        <source>The local server is off, so other programs can&apos;t use your model.</source>
        <translation>Der lokale Server ist aus. Andere Programme können Ihr Modell nicht nutzen.</translation>
    </message>
    <message>
        <source>The local server is on at {url}. Only programs on this computer can reach it.</source>
        <translation>Der lokale Server ist an: {url}. Nur Programme auf diesem Computer erreichen ihn.</translation>
    </message>
    <message>
        <source>What Longthread read from your documents. The files themselves stay where they are.</source>
        <translation>Was Longthread aus Ihren Dokumenten gelesen hat. Die Dateien selbst bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>What Longthread stores on this computer</source>
        <translation>Was Longthread auf diesem Computer speichert</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Computer verlässt</translation>
    </message>
    <message>
        <source>Words you added to the dictionary. Click one to remove it.</source>
        <translation>Wörter, die Sie dem Wörterbuch hinzugefügt haben. Klicken Sie auf eines, um es zu entfernen.</translation>
    </message>
    <message>
        <source>You can download the models again. Longthread doesn&apos;t delete files in other folders.</source>
        <translation>Sie können die Modelle wieder herunterladen. Longthread löscht keine Dateien in anderen Ordnern.</translation>
    </message>
    <message>
        <source>You can download them again. Models run without them after the next start.</source>
        <translation>Sie können sie erneut herunterladen. Nach dem nächsten Start laufen Modelle ohne sie.</translation>
    </message>
    <message>
        <source>You&apos;ll need a token again for models that require an account. Programs that use the local server need its new key.</source>
        <translation>Für Modelle, die ein Konto verlangen, brauchen Sie wieder ein Token. Programme, die den lokalen Server nutzen, brauchen den neuen Schlüssel.</translation>
    </message>
    <message>
        <source>Your chats stay. The next time you open one, the model rereads and compacts it again.</source>
        <translation>Ihre Chats bleiben. Beim nächsten Öffnen liest das Modell den Chat neu und verdichtet ihn wieder.</translation>
    </message>
    <message>
        <source>Your documents and chats stay. Longthread collects facts from them again only if you ask for it.</source>
        <translation>Ihre Dokumente und Chats bleiben. Longthread sammelt daraus nur dann wieder Fakten, wenn Sie es verlangen.</translation>
    </message>
    <message>
        <source>Your prompts with a command. You can export them on the “Saved prompts” page.</source>
        <translation>Ihre Prompts mit einem Befehl. Exportieren können Sie sie auf der Seite „Gespeicherte Prompts“.</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Wörter</translation>
    </message>
    <message>
        <source>add-on check</source>
        <translation>Prüfung einer Erweiterung</translation>
    </message>
    <message>
        <source>download</source>
        <translation>Download</translation>
    </message>
    <message>
        <source>layers on another computer</source>
        <translation>Schichten auf einem anderen Computer</translation>
    </message>
    <message>
        <source>model file list</source>
        <translation>Dateiliste eines Modells</translation>
    </message>
    <message>
        <source>model search</source>
        <translation>Modellsuche</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>update check</source>
        <translation>Suche nach Updates</translation>
    </message>
</context>
<context>
    <name>Project</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>Änderungen verworfen.</translation>
    </message>
    <message>
        <source>Documents in all chats of this folder</source>
        <translation>Dokumente in allen Chats dieses Ordners</translation>
    </message>
    <message>
        <source>Folder “{name}”</source>
        <translation>Ordner „{name}“</translation>
    </message>
    <message>
        <source>Notes (models don&apos;t see them)</source>
        <translation>Notizen (Modelle sehen sie nicht)</translation>
    </message>
    <message>
        <source>Same as for all new chats</source>
        <translation>Wie bei allen neuen Chats</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>System prompt of new chats in this folder</source>
        <translation>System-Prompt neuer Chats in diesem Ordner</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Discuss a long document</source>
        <translation>Über ein langes Dokument sprechen</translation>
    </message>
    <message>
        <source>Learn step by step</source>
        <translation>Schritt für Schritt lernen</translation>
    </message>
    <message>
        <source>Let&apos;s write a story, one scene at a time. Keep track of every name and place. Begin with a lighthouse keeper who gets a letter.</source>
        <translation>Schreiben wir eine Geschichte, Szene für Szene. Merk dir alle Namen und Orte. Beginne mit einem Leuchtturmwärter, der einen Brief bekommt.</translation>
    </message>
    <message>
        <source>Summarize the attached document section by section, then list its open questions.</source>
        <translation>Fasse das angehängte Dokument Abschnitt für Abschnitt zusammen und liste dann seine offenen Fragen auf.</translation>
    </message>
    <message>
        <source>Teach me how the sky works, one short lesson at a time. Before each new lesson, ask me a question about an earlier one.</source>
        <translation>Erkläre mir den Himmel, in kurzen Lektionen. Stell mir vor jeder neuen Lektion eine Frage zu einer früheren.</translation>
    </message>
    <message>
        <source>Write a story for weeks</source>
        <translation>Wochenlang an einer Geschichte schreiben</translation>
    </message>
</context>
<context>
    <name>ReplyFields</name>
    <message>
        <source>Pick a random seed</source>
        <translation>Zufälligen Startwert wählen</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Remove {text}</source>
        <translation>{text} entfernen</translation>
    </message>
    <message>
        <source>Type text, then press Enter</source>
        <translation>Text eingeben, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Valid.</source>
        <translation>Gültig.</translation>
    </message>
    <message>
        <source>Validation result</source>
        <translation>Ergebnis der Prüfung</translation>
    </message>
    <message>
        <source>root ::= &quot;yes&quot; | &quot;no&quot;</source>
        <translation>root ::= &quot;ja&quot; | &quot;nein&quot;</translation>
    </message>
    <message>
        <source>{&quot;type&quot;: &quot;object&quot;, &quot;properties&quot;: {&quot;name&quot;: {&quot;type&quot;: &quot;string&quot;}}}</source>
        <translation>{&quot;type&quot;: &quot;object&quot;, &quot;properties&quot;: {&quot;name&quot;: {&quot;type&quot;: &quot;string&quot;}}}</translation>
    </message>
</context>
<context>
    <name>SavedPrompts</name>
    <message>
        <source>A prompt with the command /{command} already exists.</source>
        <translation>Es gibt schon einen Prompt mit dem Befehl /{command}.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}).</source>
        <translation>{name} lässt sich nicht lesen ({reason}).</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>Änderungen verworfen.</translation>
    </message>
    <message>
        <source>Choose a file that Longthread exported.</source>
        <translation>Wählen Sie eine Datei, die Longthread exportiert hat.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Correct spelling and grammar, and list what you changed:</source>
        <translation>Korrigiere Rechtschreibung und Grammatik und liste auf, was du geändert hast:</translation>
    </message>
    <message>
        <source>Delete a prompt you don&apos;t use.</source>
        <translation>Löschen Sie einen Prompt, den Sie nicht brauchen.</translation>
    </message>
    <message>
        <source>Delete “{name}”</source>
        <translation>„{name}“ löschen</translation>
    </message>
    <message>
        <source>Deleted prompt “{name}”.</source>
        <translation>Prompt „{name}“ gelöscht.</translation>
    </message>
    <message>
        <source>Edit “{name}”</source>
        <translation>„{name}“ bearbeiten</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Prompts exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Prompts importieren</translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln prompt(s).</source>
        <translation>
            <numerusform>%Ln Prompt importiert.</numerusform>
            <numerusform>%Ln Prompts importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>List what we decided in this chat so far, and what is still open.</source>
        <translation>Liste auf, was wir in diesem Chat bisher entschieden haben und was noch offen ist.</translation>
    </message>
    <message>
        <source>Name, for example “Fix grammar”</source>
        <translation>Name, zum Beispiel „Grammatik prüfen“</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Neuer Prompt</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>Name des Prompts</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>Text des Prompts</translation>
    </message>
    <message numerus="yes">
        <source>Prompts can have up to %Ln character(s).</source>
        <translation>
            <numerusform>Prompts dürfen bis zu %Ln Zeichen lang sein.</numerusform>
            <numerusform>Prompts dürfen bis zu %Ln Zeichen lang sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Prompts exported to {name}.</source>
        <translation>Prompts nach {name} exportiert.</translation>
    </message>
    <message>
        <source>Proofread</source>
        <translation>Korrigieren</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>Rückblick</translation>
    </message>
    <message numerus="yes">
        <source>Replaced %Ln prompt(s).</source>
        <translation>
            <numerusform>%Ln Prompt ersetzt.</numerusform>
            <numerusform>%Ln Prompts ersetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replaced prompt “{name}”.</source>
        <translation>Prompt „{name}“ ersetzt.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln prompt(s) that are too long.</source>
        <translation>
            <numerusform>%Ln zu langer Prompt übersprungen.</numerusform>
            <numerusform>%Ln zu lange Prompts übersprungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Summarize this in five sentences:</source>
        <translation>Fasse das in fünf Sätzen zusammen:</translation>
    </message>
    <message numerus="yes">
        <source>This prompt is %Ln character(s) too long.</source>
        <translation>
            <numerusform>Dieser Prompt ist %Ln Zeichen zu lang.</numerusform>
            <numerusform>Dieser Prompt ist %Ln Zeichen zu lang.</numerusform>
        </translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Translate this into English:</source>
        <translation>Übersetze das ins Englische:</translation>
    </message>
    <message>
        <source>Type “/” at the start of a message to use a prompt.</source>
        <translation>Tippen Sie „/“ am Anfang einer Nachricht, um einen Prompt zu verwenden.</translation>
    </message>
    <message>
        <source>You can&apos;t save any more prompts.</source>
        <translation>Sie können keine weiteren Prompts speichern.</translation>
    </message>
    <message>
        <source>{name} contains no prompts.</source>
        <translation>{name} enthält keine Prompts.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear search</source>
        <translation>Suche leeren</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>A KV cache of {budget:memory} is too small for {name}: {tokens} tokens need {least:memory}.</source>
        <translation>Ein KV-Cache von {budget:memory} ist zu klein für {name}: {tokens} Token brauchen {least:memory}.</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself (in “{name}”).</source>
        <translation>Eine Grammatikregel beginnt mit sich selbst (in „{name}“).</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself.</source>
        <translation>Eine Grammatikregel beginnt mit sich selbst.</translation>
    </message>
    <message>
        <source>A graphics device doesn&apos;t report its VRAM, so it isn&apos;t used automatically.</source>
        <translation>Ein Grafikgerät meldet seinen VRAM nicht und wird deshalb nicht automatisch verwendet.</translation>
    </message>
    <message>
        <source>A larger context needs more free RAM or VRAM.</source>
        <translation>Ein größerer Kontext braucht mehr freien RAM oder VRAM.</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote these chats (format {version}).</source>
        <translation>Eine neuere Version von Longthread hat diese Chats geschrieben (Format {version}).</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote “{name}”.</source>
        <translation>Eine neuere Version von Longthread hat „{name}“ geschrieben.</translation>
    </message>
    <message>
        <source>A request may have {most} texts to embed.</source>
        <translation>Eine Anfrage darf höchstens {most} Texte zum Einbetten haben.</translation>
    </message>
    <message>
        <source>A shortcut needs Ctrl, Alt or a function key. Letters alone are for typing.</source>
        <translation>Ein Tastenkürzel braucht Strg, Alt oder eine Funktionstaste. Buchstaben allein dienen zum Schreiben.</translation>
    </message>
    <message>
        <source>A text has {tokens} tokens. {name} reads at most {most} at a time.</source>
        <translation>Ein Text hat {tokens} Token. {name} liest höchstens {most} auf einmal.</translation>
    </message>
    <message>
        <source>A worker serves one program at a time. Close the other program, then load the model again.</source>
        <translation>Ein Worker bedient jeweils nur ein Programm. Schließen Sie das andere Programm und laden Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page and enter an access token.</source>
        <translation>Stimmen Sie den Bedingungen auf der Seite des Modells zu und geben Sie ein Zugriffstoken ein.</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page, then try again.</source>
        <translation>Stimmen Sie den Bedingungen auf der Seite des Modells zu und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Add a part of the document.</source>
        <translation>Fügen Sie einen Teil des Dokuments hinzu.</translation>
    </message>
    <message>
        <source>Add files that contain text.</source>
        <translation>Fügen Sie Dateien mit Text hinzu.</translation>
    </message>
    <message>
        <source>Add the document again to use its new text.</source>
        <translation>Fügen Sie das Dokument erneut hinzu, um den neuen Text zu verwenden.</translation>
    </message>
    <message>
        <source>Add the document again, or send the message without it.</source>
        <translation>Fügen Sie das Dokument erneut hinzu oder senden Sie die Nachricht ohne das Dokument.</translation>
    </message>
    <message>
        <source>Add the document again.</source>
        <translation>Fügen Sie das Dokument erneut hinzu.</translation>
    </message>
    <message>
        <source>Add the file when it&apos;s complete.</source>
        <translation>Fügen Sie die Datei hinzu, sobald sie vollständig ist.</translation>
    </message>
    <message>
        <source>Add the rule that replies start with: root ::= …</source>
        <translation>Ergänzen Sie die Regel, mit der Antworten beginnen: root ::= …</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln model(s) to the library.</source>
        <translation>
            <numerusform>%Ln Modell hinzugefügt.</numerusform>
            <numerusform>%Ln Modelle hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>All layers have a sliding window, so the KV cache doesn&apos;t grow.</source>
        <translation>Alle Schichten haben ein gleitendes Fenster, der KV-Cache wächst deshalb nicht.</translation>
    </message>
    <message>
        <source>An image has {width} × {height} pixels. The limit is {most} × {most}.</source>
        <translation>Ein Bild hat {width} × {height} Pixel. Möglich sind höchstens {most} × {most}.</translation>
    </message>
    <message>
        <source>An image in this chat has changed since you attached it.</source>
        <translation>Ein Bild in diesem Chat wurde verändert, seit Sie es angehängt haben.</translation>
    </message>
    <message>
        <source>An image in this chat is missing: {reason}.</source>
        <translation>Ein Bild in diesem Chat fehlt: {reason}.</translation>
    </message>
    <message>
        <source>An image in this chat was read with another vision projector.</source>
        <translation>Ein Bild in diesem Chat wurde mit einem anderen Vision-Projektor gelesen.</translation>
    </message>
    <message>
        <source>An image is damaged: the file is incomplete.</source>
        <translation>Ein Bild ist beschädigt: Die Datei ist unvollständig.</translation>
    </message>
    <message>
        <source>An image is larger than {most} MB.</source>
        <translation>Ein Bild ist größer als {most} MB.</translation>
    </message>
    <message>
        <source>An image isn&apos;t a PNG file.</source>
        <translation>Ein Bild ist keine PNG-Datei.</translation>
    </message>
    <message>
        <source>An image uses an unsupported PNG format.</source>
        <translation>Ein Bild verwendet ein nicht unterstütztes PNG-Format.</translation>
    </message>
    <message>
        <source>An object in the schema has more than {most} members.</source>
        <translation>Ein Objekt im Schema hat mehr als {most} Felder.</translation>
    </message>
    <message>
        <source>Another import or export is running.</source>
        <translation>Ein anderer Import oder Export läuft bereits.</translation>
    </message>
    <message>
        <source>Another program already uses these keys.</source>
        <translation>Ein anderes Programm benutzt diese Tasten bereits.</translation>
    </message>
    <message>
        <source>Another program is cleaning up the saved states.</source>
        <translation>Ein anderes Programm räumt gerade die gespeicherten Stände auf.</translation>
    </message>
    <message>
        <source>Another program is using the data. Try again later.</source>
        <translation>Ein anderes Programm verwendet die Daten. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Attach a file that contains text.</source>
        <translation>Hängen Sie eine Datei an, die Text enthält.</translation>
    </message>
    <message>
        <source>Attach a part of the file.</source>
        <translation>Hängen Sie einen Teil der Datei an.</translation>
    </message>
    <message>
        <source>Attach a smaller image.</source>
        <translation>Hängen Sie ein kleineres Bild an.</translation>
    </message>
    <message>
        <source>Attach a smaller version of the image.</source>
        <translation>Hängen Sie eine kleinere Version des Bildes an.</translation>
    </message>
    <message>
        <source>Attach only the part you need.</source>
        <translation>Hängen Sie nur den Teil an, den Sie brauchen.</translation>
    </message>
    <message>
        <source>Attach text, code, PDF or Word files.</source>
        <translation>Hängen Sie Text-, Code-, PDF- oder Word-Dateien an.</translation>
    </message>
    <message>
        <source>Attach the files in the folder.</source>
        <translation>Hängen Sie die Dateien in dem Ordner an.</translation>
    </message>
    <message>
        <source>Attach the image again.</source>
        <translation>Hängen Sie das Bild noch einmal an.</translation>
    </message>
    <message>
        <source>Attach the image again. Longthread converts it for you.</source>
        <translation>Hängen Sie das Bild noch einmal an. Longthread wandelt es dabei um.</translation>
    </message>
    <message>
        <source>Attach the image in another size or shape.</source>
        <translation>Hängen Sie das Bild in anderer Größe oder Form an.</translation>
    </message>
    <message>
        <source>Attach the original image again.</source>
        <translation>Hängen Sie das Originalbild noch einmal an.</translation>
    </message>
    <message>
        <source>Branched into a new chat.</source>
        <translation>In einen neuen Chat verzweigt.</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t add %Ln file(s).</source>
        <translation>
            <numerusform>%Ln Datei kann nicht hinzugefügt werden.</numerusform>
            <numerusform>%Ln Dateien können nicht hinzugefügt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t add the prepared document to this chat: {reason}</source>
        <translation>Das vorbereitete Dokument kann diesem Chat nicht hinzugefügt werden: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t branch from this message because it isn&apos;t saved yet.</source>
        <translation>Von hier lässt sich nicht abzweigen, weil diese Nachricht noch nicht gespeichert ist.</translation>
    </message>
    <message>
        <source>Can&apos;t compact the context: {reason}.</source>
        <translation>Der Kontext kann nicht verdichtet werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t connect securely to {host}.</source>
        <translation>Es ist keine sichere Verbindung zu {host} möglich.</translation>
    </message>
    <message>
        <source>Can&apos;t copy the KV cache ({written} of {size} bytes).</source>
        <translation>Der KV-Cache kann nicht kopiert werden ({written} von {size} Byte).</translation>
    </message>
    <message>
        <source>Can&apos;t create a context for this model: {reason}</source>
        <translation>Für dieses Modell kann kein Kontext angelegt werden: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t decode an image.</source>
        <translation>Ein Bild kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Can&apos;t find this message in the chat.</source>
        <translation>Diese Nachricht ist im Chat nicht zu finden.</translation>
    </message>
    <message>
        <source>Can&apos;t find {name}, the model you used last.</source>
        <translation>{name}, das zuletzt verwendete Modell, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Can&apos;t listen on port {port}.</source>
        <translation>Port {port} ist nicht verfügbar.</translation>
    </message>
    <message>
        <source>Can&apos;t load the engine&apos;s native library: {reason}</source>
        <translation>Die native Bibliothek der Engine kann nicht geladen werden: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the model: {reason}</source>
        <translation>Das Modell kann nicht geladen werden: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the vision projector {name}: {reason}</source>
        <translation>Der Vision-Projektor {name} kann nicht geladen werden: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t open {name}.</source>
        <translation>{name} lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>Can&apos;t print the chat.</source>
        <translation>Der Chat lässt sich nicht drucken.</translation>
    </message>
    <message>
        <source>Can&apos;t process an image. {reason}</source>
        <translation>Ein Bild kann nicht verarbeitet werden. {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t reach the worker {worker} ({reason}). Longthread doesn&apos;t use it.</source>
        <translation>Der Worker {worker} ist nicht erreichbar ({reason}). Longthread nutzt ihn nicht.</translation>
    </message>
    <message>
        <source>Can&apos;t reach {host}.</source>
        <translation>{host} ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>Can&apos;t read an image in this chat: the model is loaded without its vision projector (mmproj).</source>
        <translation>Ein Bild in diesem Chat kann nicht gelesen werden: Das Modell ist ohne seinen Vision-Projektor (mmproj) geladen.</translation>
    </message>
    <message>
        <source>Can&apos;t read the chat&apos;s token log: {reason}.</source>
        <translation>Das Token-Protokoll des Chats kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({kind}).</source>
        <translation>Die Datei kann nicht gelesen werden ({kind}).</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({reason}).</source>
        <translation>Die Datei kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t read the file list from Hugging Face.</source>
        <translation>Die Dateiliste von Hugging Face kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Can&apos;t read the folder ({reason}). Check its permissions.</source>
        <translation>Der Ordner kann nicht gelesen werden ({reason}). Prüfen Sie seine Zugriffsrechte.</translation>
    </message>
    <message>
        <source>Can&apos;t read the prepared document: {reason}.</source>
        <translation>Das vorbereitete Dokument kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the saved state: {reason}.</source>
        <translation>Der gespeicherte Stand kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the text of {name}: {reason}.</source>
        <translation>Der Text von {name} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the update information.</source>
        <translation>Die Update-Informationen sind nicht lesbar.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}). Check its permissions.</source>
        <translation>{name} kann nicht gelesen werden ({reason}). Prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name}: {reason}.</source>
        <translation>{name} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({reason}).</source>
        <translation>„{name}“ kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader didn&apos;t start.</source>
        <translation>„{name}“ kann nicht gelesen werden: Der Leseprozess ist nicht gestartet.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader failed.</source>
        <translation>„{name}“ kann nicht gelesen werden: Der Leseprozess ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: {reason}.</source>
        <translation>„{name}“ kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t restore the context after a compaction.</source>
        <translation>Der Kontext kann nach einer Verdichtung nicht wiederhergestellt werden.</translation>
    </message>
    <message>
        <source>Can&apos;t restore these messages because earlier ones are deleted too.</source>
        <translation>Diese Nachrichten können nicht wiederhergestellt werden, weil auch frühere gelöscht sind.</translation>
    </message>
    <message>
        <source>Can&apos;t save the chat&apos;s state ({kind}): {reason}</source>
        <translation>Der Stand des Chats kann nicht gespeichert werden ({kind}): {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t save the diagnostics ({reason}).</source>
        <translation>Die Diagnose kann nicht gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save the measured head profile.</source>
        <translation>Das gemessene Kopfprofil kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes ({reason}).</source>
        <translation>Ihre Änderungen können nicht gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes: the disk is full.</source>
        <translation>Ihre Änderungen können nicht gespeichert werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Can&apos;t save your draft right now ({reason}).</source>
        <translation>Ihr Entwurf kann gerade nicht gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: the disk is full.</source>
        <translation>{name} kann nicht gespeichert werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: {reason}.</source>
        <translation>{name} kann nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t save “{name}” ({reason}).</source>
        <translation>„{name}“ kann nicht gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t show this version because it isn&apos;t saved yet.</source>
        <translation>Diese Version kann nicht angezeigt werden, weil sie noch nicht gespeichert ist.</translation>
    </message>
    <message>
        <source>Can&apos;t start the engine ({reason}).</source>
        <translation>Die Engine kann nicht gestartet werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t start the process that renders chat templates ({reason}).</source>
        <translation>Der Prozess für Chat-Vorlagen kann nicht gestartet werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the original {tokens} tokens no longer fit.</source>
        <translation>Rückgängig machen nicht möglich: Die ursprünglichen {tokens} Token passen nicht mehr.</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the {tokens} older tokens don&apos;t fit into the context.</source>
        <translation>Rückgängig machen nicht möglich: Die {tokens} älteren Token passen nicht in den Kontext.</translation>
    </message>
    <message>
        <source>Can&apos;t unpack {name}: {reason}</source>
        <translation>{name} lässt sich nicht entpacken: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database right now ({reason}).</source>
        <translation>Die Chat-Datenbank kann gerade nicht verwendet werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database: {reason}.</source>
        <translation>Die Chat-Datenbank kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t use the schema: {reason}.</source>
        <translation>Das Schema kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t use “{name}”, because its name isn&apos;t valid text. Rename it.</source>
        <translation>„{name}“ kann nicht verwendet werden, weil der Name kein gültiger Text ist. Benennen Sie die Datei oder den Ordner um.</translation>
    </message>
    <message>
        <source>Can&apos;t write the file ({reason}).</source>
        <translation>Die Datei kann nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t write {name} ({reason}).</source>
        <translation>{name} kann nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>Check that the worker is running, then load the model again.</source>
        <translation>Prüfen Sie, ob der Worker läuft, und laden Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>Check the address and that the worker is running, then load the model again.</source>
        <translation>Prüfen Sie die Adresse und ob der Worker läuft, und laden Sie das Modell erneut.</translation>
    </message>
    <message>
        <source>Check the address and the port.</source>
        <translation>Prüfen Sie die Adresse und den Port.</translation>
    </message>
    <message>
        <source>Check the connection and try again.</source>
        <translation>Prüfen Sie die Verbindung und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>Prüfen Sie den Datenträger und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Prüfen Sie die Zugriffsrechte der Datei.</translation>
    </message>
    <message>
        <source>Check the printer and try again.</source>
        <translation>Prüfen Sie den Drucker, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Check whether the file still exists.</source>
        <translation>Prüfen Sie, ob die Datei noch existiert.</translation>
    </message>
    <message>
        <source>Check whether the file was moved, or load the model without it.</source>
        <translation>Prüfen Sie, ob die Datei verschoben wurde, oder laden Sie das Modell ohne sie.</translation>
    </message>
    <message>
        <source>Check whether the file was moved.</source>
        <translation>Prüfen Sie, ob die Datei verschoben wurde.</translation>
    </message>
    <message>
        <source>Check your computer&apos;s date and your network, then try again later.</source>
        <translation>Prüfen Sie das Datum Ihres Computers und Ihr Netzwerk und versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Check your connection and try again.</source>
        <translation>Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Check your network and your computer&apos;s date and time.</source>
        <translation>Prüfen Sie Ihr Netzwerk sowie Datum und Uhrzeit des Computers.</translation>
    </message>
    <message>
        <source>Check your network, then try again later.</source>
        <translation>Prüfen Sie Ihr Netzwerk, und versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Choose Compact now to do it earlier.</source>
        <translation>Mit „Jetzt verdichten“ geschieht es früher.</translation>
    </message>
    <message>
        <source>Choose a .gguf file made for llama.cpp.</source>
        <translation>Wählen Sie eine .gguf-Datei für llama.cpp.</translation>
    </message>
    <message>
        <source>Choose a context smaller than {tokens} tokens.</source>
        <translation>Wählen Sie einen Kontext mit weniger als {tokens} Token.</translation>
    </message>
    <message>
        <source>Choose a current build of the model.</source>
        <translation>Wählen Sie eine aktuelle Ausgabe des Modells.</translation>
    </message>
    <message>
        <source>Choose a language model in GGUF format.</source>
        <translation>Wählen Sie ein Sprachmodell im GGUF-Format.</translation>
    </message>
    <message>
        <source>Choose a larger context, or the smaller KV cache type q8_0.</source>
        <translation>Wählen Sie einen größeren Kontext oder den kleineren KV-Cache-Typ q8_0.</translation>
    </message>
    <message>
        <source>Choose a little-endian build of the model.</source>
        <translation>Wählen Sie eine Little-Endian-Ausgabe des Modells.</translation>
    </message>
    <message>
        <source>Choose a model to chat with.</source>
        <translation>Wählen Sie ein Modell für Ihre Chats.</translation>
    </message>
    <message>
        <source>Choose a smaller context in Settings, or a smaller model.</source>
        <translation>Wählen Sie in den Einstellungen einen kleineren Kontext oder ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Choose a smaller context, or close other programs.</source>
        <translation>Wählen Sie einen kleineren Kontext oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Choose a smaller folder.</source>
        <translation>Wählen Sie einen kleineren Ordner.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller quantization.</source>
        <translation>Wählen Sie ein kleineres Modell oder eine kleinere Quantisierung.</translation>
    </message>
    <message>
        <source>Choose an embedding model, such as nomic-embed-text or bge-m3.</source>
        <translation>Wählen Sie ein Embedding-Modell, zum Beispiel nomic-embed-text oder bge-m3.</translation>
    </message>
    <message>
        <source>Choose another copy from the backups folder.</source>
        <translation>Wählen Sie eine andere Kopie aus dem Ordner „backups“.</translation>
    </message>
    <message>
        <source>Choose another document.</source>
        <translation>Wählen Sie ein anderes Dokument.</translation>
    </message>
    <message>
        <source>Choose another file, or load the model without a vision projector.</source>
        <translation>Wählen Sie eine andere Datei oder laden Sie das Modell ohne Vision-Projektor.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose another model for images.</source>
        <translation>Wählen Sie für Bilder ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose another model, or a larger context.</source>
        <translation>Wählen Sie ein anderes Modell oder einen größeren Kontext.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>Wählen Sie einen anderen Port.</translation>
    </message>
    <message>
        <source>Choose one of {choices}.</source>
        <translation>Wählen Sie eine dieser Möglichkeiten: {choices}.</translation>
    </message>
    <message>
        <source>Choose other keys.</source>
        <translation>Wählen Sie andere Tasten.</translation>
    </message>
    <message>
        <source>Choose the file with mmproj in its name.</source>
        <translation>Wählen Sie die Datei mit mmproj im Namen.</translation>
    </message>
    <message>
        <source>Choose the preset “default”, or compact earlier.</source>
        <translation>Wählen Sie die Vorgabe „default“ oder verdichten Sie früher.</translation>
    </message>
    <message>
        <source>Choose the preset “default”.</source>
        <translation>Wählen Sie die Vorgabe „default“.</translation>
    </message>
    <message>
        <source>Choose the vision projector that belongs to this model.</source>
        <translation>Wählen Sie den Vision-Projektor, der zu diesem Modell gehört.</translation>
    </message>
    <message>
        <source>Choose “Force stop”. The text is kept.</source>
        <translation>Wählen Sie „Sofort beenden“. Der Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Schließen Sie andere Programme und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context in Settings.</source>
        <translation>Schließen Sie andere Programme oder wählen Sie in den Einstellungen einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context.</source>
        <translation>Schließen Sie andere Programme oder wählen Sie einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>Close other programs, or load a smaller model.</source>
        <translation>Schließen Sie andere Programme oder laden Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support ALiBi positions yet.</source>
        <translation>Die Verdichtung unterstützt noch keine ALiBi-Positionen.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support caches with an index of keys yet.</source>
        <translation>Die Verdichtung unterstützt noch keine Caches mit einem Index der Keys.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support encoder-decoder models yet.</source>
        <translation>Die Verdichtung unterstützt noch keine Encoder-Decoder-Modelle.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support models with several caches of compressed keys yet.</source>
        <translation>Die Verdichtung unterstützt noch keine Modelle mit mehreren Caches komprimierter Keys.</translation>
    </message>
    <message>
        <source>Compaction stopped. The context is unchanged.</source>
        <translation>Die Verdichtung wurde angehalten. Der Kontext ist unverändert.</translation>
    </message>
    <message>
        <source>Continue the chat first.</source>
        <translation>Führen Sie den Chat zuerst weiter.</translation>
    </message>
    <message>
        <source>Continue without the image, or attach it to a new message.</source>
        <translation>Fahren Sie ohne das Bild fort oder hängen Sie es an eine neue Nachricht an.</translation>
    </message>
    <message>
        <source>Copy the text you need and paste it into your message.</source>
        <translation>Kopieren Sie den Text, den Sie brauchen, und fügen Sie ihn in Ihre Nachricht ein.</translation>
    </message>
    <message>
        <source>Copying a long chat. You can keep working.</source>
        <translation>Ein langer Chat wird kopiert. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>Correct the grammar.</source>
        <translation>Korrigieren Sie die Grammatik.</translation>
    </message>
    <message>
        <source>Correct the pattern.</source>
        <translation>Korrigieren Sie das Muster.</translation>
    </message>
    <message>
        <source>Correct the schema.</source>
        <translation>Korrigieren Sie das Schema.</translation>
    </message>
    <message>
        <source>Diffusion models don&apos;t have a KV cache.</source>
        <translation>Diffusionsmodelle haben keinen KV-Cache.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Laden Sie es erneut herunter.</translation>
    </message>
    <message>
        <source>Download or export the archive again.</source>
        <translation>Laden oder exportieren Sie das Archiv erneut.</translation>
    </message>
    <message>
        <source>Download or save the file again.</source>
        <translation>Laden oder speichern Sie die Datei erneut.</translation>
    </message>
    <message>
        <source>Download the file again and compare its size with the source.</source>
        <translation>Laden Sie die Datei erneut herunter und vergleichen Sie ihre Größe mit der Quelle.</translation>
    </message>
    <message>
        <source>Download the file again, or choose another .gguf file.</source>
        <translation>Laden Sie die Datei erneut herunter oder wählen Sie eine andere .gguf-Datei.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Laden Sie die Datei erneut herunter.</translation>
    </message>
    <message>
        <source>Download the model from another source.</source>
        <translation>Laden Sie das Modell aus einer anderen Quelle herunter.</translation>
    </message>
    <message>
        <source>Drop a .gguf file onto the window.</source>
        <translation>Ziehen Sie eine .gguf-Datei in das Fenster.</translation>
    </message>
    <message>
        <source>Encoder models don&apos;t write text and don&apos;t have a KV cache.</source>
        <translation>Encoder-Modelle schreiben keinen Text und haben keinen KV-Cache.</translation>
    </message>
    <message>
        <source>Engine error ({kind}): {reason}</source>
        <translation>Fehler in der Engine ({kind}): {reason}</translation>
    </message>
    <message>
        <source>Enter a grammar, or choose text as the output format.</source>
        <translation>Geben Sie eine Grammatik ein oder wählen Sie Text als Ausgabeformat.</translation>
    </message>
    <message>
        <source>Enter a schema, or choose JSON as the output format.</source>
        <translation>Geben Sie ein Schema ein oder wählen Sie JSON als Ausgabeformat.</translation>
    </message>
    <message>
        <source>Enter an access token.</source>
        <translation>Geben Sie ein Zugriffstoken ein.</translation>
    </message>
    <message>
        <source>Everything saved earlier is intact. Free some space and try again.</source>
        <translation>Alles bisher Gespeicherte ist unversehrt. Geben Sie Speicherplatz frei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Export the chats again. If you edited the file, undo your changes.</source>
        <translation>Exportieren Sie die Chats erneut. Falls Sie die Datei bearbeitet haben, machen Sie die Änderungen rückgängig.</translation>
    </message>
    <message>
        <source>Failed check: {line}.</source>
        <translation>Fehlgeschlagene Prüfung: {line}.</translation>
    </message>
    <message>
        <source>Free some disk space and measure again.</source>
        <translation>Geben Sie Speicherplatz frei und messen Sie erneut.</translation>
    </message>
    <message>
        <source>Free some disk space, or choose a smaller file.</source>
        <translation>Geben Sie Speicherplatz frei oder wählen Sie eine kleinere Datei.</translation>
    </message>
    <message>
        <source>Free some disk space, then try again.</source>
        <translation>Geben Sie Speicherplatz frei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Free some space and check your permissions for {parent}.</source>
        <translation>Geben Sie Speicherplatz frei und prüfen Sie Ihre Zugriffsrechte für {parent}.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Geben Sie Speicherplatz frei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Free some space. Everything saved earlier is intact, and you can keep chatting.</source>
        <translation>Geben Sie Speicherplatz frei. Alles bisher Gespeicherte ist unversehrt, und Sie können weiterchatten.</translation>
    </message>
    <message>
        <source>Global shortcuts don&apos;t work on this system.</source>
        <translation>Globale Tastenkürzel funktionieren auf diesem System nicht.</translation>
    </message>
    <message>
        <source>Hugging Face sent search results that Longthread can&apos;t read.</source>
        <translation>Hugging Face hat Suchergebnisse gesendet, die Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>Hugging Face sent too many results.</source>
        <translation>Hugging Face hat zu viele Ergebnisse gesendet.</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it, or remove the folder from the list.</source>
        <translation>Falls sein Laufwerk nicht verbunden ist, verbinden Sie es, oder nehmen Sie den Ordner aus der Liste.</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it.</source>
        <translation>Falls sein Laufwerk nicht verbunden ist, verbinden Sie es.</translation>
    </message>
    <message>
        <source>If you have a copy of {file}, quit Longthread and put the copy in {folder}.</source>
        <translation>Wenn Sie eine Kopie von {file} haben, beenden Sie Longthread und legen Sie die Kopie in {folder} ab.</translation>
    </message>
    <message>
        <source>In your system&apos;s keyboard settings, set a shortcut that runs “longthread”: it brings the window to the front.</source>
        <translation>Legen Sie in den Tastatureinstellungen Ihres Systems einen Kurzbefehl an, der „longthread“ startet: Er holt das Fenster nach vorn.</translation>
    </message>
    <message>
        <source>Install that version first.</source>
        <translation>Installieren Sie zuerst diese Version.</translation>
    </message>
    <message>
        <source>Install that version, or start Longthread with another data folder.</source>
        <translation>Installieren Sie diese Version oder starten Sie Longthread mit einem anderen Datenordner.</translation>
    </message>
    <message>
        <source>It may have been renamed or removed.</source>
        <translation>Vielleicht wurde der Eintrag umbenannt oder entfernt.</translation>
    </message>
    <message>
        <source>KV cache type {kv_type} requires flash attention.</source>
        <translation>Der KV-Cache-Typ {kv_type} erfordert Flash Attention.</translation>
    </message>
    <message>
        <source>Keep chatting. Nothing is old enough to compact yet.</source>
        <translation>Chatten Sie weiter. Noch ist nichts alt genug zum Verdichten.</translation>
    </message>
    <message>
        <source>Leave out look-aheads, look-behinds, word boundaries and anchors within the pattern.</source>
        <translation>Verzichten Sie auf Lookaheads, Lookbehinds, Wortgrenzen und Anker innerhalb des Musters.</translation>
    </message>
    <message>
        <source>Leave out the reference to the group.</source>
        <translation>Lassen Sie den Verweis auf die Gruppe weg.</translation>
    </message>
    <message>
        <source>Let Longthread prepare the document first, or load the model with a larger context.</source>
        <translation>Lassen Sie Longthread das Dokument zuerst vorbereiten oder laden Sie das Modell mit größerem Kontext.</translation>
    </message>
    <message>
        <source>Let repeated parts always contain text, or repeat them fewer times.</source>
        <translation>Lassen Sie wiederholte Teile immer Text enthalten, oder wiederholen Sie sie seltener.</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: not valid JSON ({reason}).</source>
        <translation>Zeile {line}, Spalte {column}: kein gültiges JSON ({reason}).</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {what}.</source>
        <translation>Zeile {line}, Spalte {column}: {what}.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Laden Sie zuerst ein Modell.</translation>
    </message>
    <message>
        <source>Load a model with its vision projector (mmproj), or describe the image.</source>
        <translation>Laden Sie ein Modell mit Vision-Projektor (mmproj) oder beschreiben Sie das Bild.</translation>
    </message>
    <message>
        <source>Load it for two or more chats.</source>
        <translation>Laden Sie es für zwei oder mehr Chats.</translation>
    </message>
    <message>
        <source>Load the model again.</source>
        <translation>Laden Sie das Modell neu.</translation>
    </message>
    <message>
        <source>Load the model again. If the error returns, choose a smaller context.</source>
        <translation>Laden Sie das Modell erneut. Tritt der Fehler wieder auf, wählen Sie einen kleineren Kontext.</translation>
    </message>
    <message>
        <source>Load the model with a larger context first.</source>
        <translation>Laden Sie das Modell zuerst mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>Load the model with a larger context.</source>
        <translation>Laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>Load the model with its vision projector (mmproj), or send the message without the image.</source>
        <translation>Laden Sie das Modell mit seinem Vision-Projektor (mmproj) oder senden Sie die Nachricht ohne das Bild.</translation>
    </message>
    <message>
        <source>Load the model without this file.</source>
        <translation>Laden Sie das Modell ohne diese Datei.</translation>
    </message>
    <message>
        <source>Loading was stopped.</source>
        <translation>Das Laden wurde angehalten.</translation>
    </message>
    <message numerus="yes">
        <source>Longthread broke the loop in %Ln place(s).</source>
        <translation>
            <numerusform>Longthread hat die Schleife an %Ln Stelle getrennt.</numerusform>
            <numerusform>Longthread hat die Schleife an %Ln Stellen getrennt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread can&apos;t split a model&apos;s rows across GPUs.</source>
        <translation>Longthread kann die Zeilen eines Modells nicht auf mehrere GPUs aufteilen.</translation>
    </message>
    <message>
        <source>Longthread deleted the file. Download it again.</source>
        <translation>Longthread hat die Datei gelöscht. Laden Sie sie erneut herunter.</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t run on this computer&apos;s processor: it lacks the SSE4.2 instructions.</source>
        <translation>Longthread läuft nicht auf dem Prozessor dieses Computers: Ihm fehlen die SSE4.2-Befehle.</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t support the way this model (HunyuanVL) positions images yet.</source>
        <translation>Longthread unterstützt die Bildpositionen dieses Modells (HunyuanVL) noch nicht.</translation>
    </message>
    <message>
        <source>Longthread found saved states, but the chats are missing.</source>
        <translation>Longthread hat gespeicherte Stände gefunden, aber die Chats fehlen.</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats (process {pid}).</source>
        <translation>Longthread ist mit diesen Chats bereits geöffnet (Prozess {pid}).</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats.</source>
        <translation>Longthread ist mit diesen Chats bereits geöffnet.</translation>
    </message>
    <message>
        <source>Longthread is restarting the engine. Your chats are safe.</source>
        <translation>Longthread startet die Engine neu. Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>Longthread keeps trying. Leave the window open until then.</source>
        <translation>Longthread versucht es weiter. Lassen Sie das Fenster so lange offen.</translation>
    </message>
    <message>
        <source>Longthread prepares the document again.</source>
        <translation>Longthread bereitet das Dokument erneut vor.</translation>
    </message>
    <message>
        <source>Longthread reads its text.</source>
        <translation>Longthread liest seinen Text.</translation>
    </message>
    <message>
        <source>Longthread rereads the chat instead.</source>
        <translation>Longthread liest den Chat stattdessen neu ein.</translation>
    </message>
    <message>
        <source>Longthread saved a newer state instead.</source>
        <translation>Longthread hat stattdessen einen neueren Stand gespeichert.</translation>
    </message>
    <message>
        <source>Longthread saves this chat&apos;s state later.</source>
        <translation>Longthread speichert den Stand dieses Chats später.</translation>
    </message>
    <message>
        <source>Longthread tries again later.</source>
        <translation>Longthread versucht es später erneut.</translation>
    </message>
    <message>
        <source>Longthread {version} is available.</source>
        <translation>Longthread {version} ist verfügbar.</translation>
    </message>
    <message>
        <source>Make each reference lead to a type.</source>
        <translation>Lassen Sie jeden Verweis zu einem Typ führen.</translation>
    </message>
    <message>
        <source>Make sure the data folder is writable. Everything saved earlier is intact.</source>
        <translation>Stellen Sie sicher, dass der Datenordner beschreibbar ist. Alles bisher Gespeicherte ist unversehrt.</translation>
    </message>
    <message>
        <source>Make sure the disk has enough free space.</source>
        <translation>Stellen Sie sicher, dass auf dem Datenträger genug Platz frei ist.</translation>
    </message>
    <message>
        <source>Make sure the folder is writable and no other program is using the file, then try again.</source>
        <translation>Stellen Sie sicher, dass der Ordner beschreibbar ist und kein anderes Programm die Datei verwendet, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Model changed. Longthread reread this chat.</source>
        <translation>Das Modell wurde gewechselt. Longthread hat diesen Chat neu eingelesen.</translation>
    </message>
    <message>
        <source>Models with recurrent layers can&apos;t use prepared documents.</source>
        <translation>Modelle mit rekurrenten Schichten können keine vorbereiteten Dokumente verwenden.</translation>
    </message>
    <message>
        <source>Move the file back to {parent}, or drop it onto the window.</source>
        <translation>Verschieben Sie die Datei zurück nach {parent} oder ziehen Sie sie in das Fenster.</translation>
    </message>
    <message>
        <source>No messages could be recovered, so the list starts empty.</source>
        <translation>Keine Nachricht konnte wiederhergestellt werden, daher ist die Liste leer.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>No value can match the schema ({reason}).</source>
        <translation>Kein Wert kann dem Schema entsprechen ({reason}).</translation>
    </message>
    <message>
        <source>Not enough disk space for the {backend} add-on: it needs {size:size}, but only {free:size} is available.</source>
        <translation>Nicht genug Speicherplatz für die {backend}-Erweiterung: Sie braucht {size:size}, verfügbar sind nur {free:size}.</translation>
    </message>
    <message>
        <source>Not enough disk space for {name}: it needs {size:size}, but only {free:size} is available.</source>
        <translation>Für {name} reicht der Speicherplatz nicht: Nötig sind {size:size}, verfügbar nur {free:size}.</translation>
    </message>
    <message>
        <source>Not enough free context for this preset.</source>
        <translation>Für diese Vorgabe ist im Kontext nicht genug frei.</translation>
    </message>
    <message>
        <source>Nothing is old enough to compact yet.</source>
        <translation>Noch ist nichts alt genug zum Verdichten.</translation>
    </message>
    <message>
        <source>Nothing was added.</source>
        <translation>Es wurde nichts hinzugefügt.</translation>
    </message>
    <message>
        <source>Only the last part of this chat fits the context. Its full text is still here.</source>
        <translation>Nur der letzte Teil dieses Chats passt in den Kontext. Der Text ist weiterhin vollständig vorhanden.</translation>
    </message>
    <message>
        <source>Open it from its folder.</source>
        <translation>Öffnen Sie die Datei in ihrem Ordner.</translation>
    </message>
    <message>
        <source>Open the chat again to continue without the image, or load the model with its vision projector.</source>
        <translation>Öffnen Sie den Chat erneut, um ohne das Bild fortzufahren, oder laden Sie das Modell mit seinem Vision-Projektor.</translation>
    </message>
    <message>
        <source>Open the chat again.</source>
        <translation>Öffnen Sie den Chat erneut.</translation>
    </message>
    <message>
        <source>Open the file in another program and save it again.</source>
        <translation>Öffnen Sie die Datei in einem anderen Programm und speichern Sie sie neu.</translation>
    </message>
    <message>
        <source>Other chats are using the entire context.</source>
        <translation>Andere Chats belegen den gesamten Kontext.</translation>
    </message>
    <message>
        <source>Other devices could reach this server, and it has no key.</source>
        <translation>Andere Geräte könnten diesen Server erreichen, und er hat keinen Schlüssel.</translation>
    </message>
    <message>
        <source>Part of the saved state is damaged.</source>
        <translation>Ein Teil des gespeicherten Stands ist beschädigt.</translation>
    </message>
    <message>
        <source>Part of the saved state is missing or incomplete.</source>
        <translation>Ein Teil des gespeicherten Stands fehlt oder ist unvollständig.</translation>
    </message>
    <message>
        <source>Part of the saved state is missing.</source>
        <translation>Ein Teil des gespeicherten Stands fehlt.</translation>
    </message>
    <message>
        <source>Part {no} of {count} of this model is missing ({name}).</source>
        <translation>Teil {no} von {count} dieses Modells fehlt ({name}).</translation>
    </message>
    <message>
        <source>Preparing {name} stopped. The finished part is saved.</source>
        <translation>Das Vorbereiten von {name} wurde angehalten. Der fertige Teil ist gespeichert.</translation>
    </message>
    <message>
        <source>Print the file to PDF and attach that.</source>
        <translation>Drucken Sie die Datei als PDF und hängen Sie dieses an.</translation>
    </message>
    <message>
        <source>Put all parts of the model in the same folder.</source>
        <translation>Legen Sie alle Teile des Modells in denselben Ordner.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU, or set GPU layers to automatic.</source>
        <translation>Legen Sie weniger Schichten auf die GPU, oder stellen Sie die GPU-Schichten auf automatisch.</translation>
    </message>
    <message>
        <source>Put more layers on the GPU, or choose a smaller model.</source>
        <translation>Legen Sie mehr Schichten auf die GPU oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Put the file back, or remove the document.</source>
        <translation>Legen Sie die Datei zurück, oder entfernen Sie das Dokument.</translation>
    </message>
    <message>
        <source>Quit the program that uses it, or choose a copy from the backups folder.</source>
        <translation>Beenden Sie das Programm, das sie benutzt, oder wählen Sie eine Kopie aus dem Ordner „backups“.</translation>
    </message>
    <message>
        <source>Read as {encoding}.</source>
        <translation>Gelesen als {encoding}.</translation>
    </message>
    <message>
        <source>Read it again to update what the model sees.</source>
        <translation>Lesen Sie es erneut ein, damit das Modell den neuen Stand sieht.</translation>
    </message>
    <message>
        <source>Read the document again when you need it.</source>
        <translation>Lesen Sie das Dokument erneut ein, wenn Sie es brauchen.</translation>
    </message>
    <message>
        <source>Read them again to update what the model sees.</source>
        <translation>Lesen Sie sie neu, damit das Modell den neuen Stand sieht.</translation>
    </message>
    <message>
        <source>Reading stopped. It continues with your next message.</source>
        <translation>Das Lesen wurde angehalten. Mit Ihrer nächsten Nachricht geht es weiter.</translation>
    </message>
    <message>
        <source>Reading was stopped.</source>
        <translation>Das Lesen wurde angehalten.</translation>
    </message>
    <message>
        <source>Reading “{name}” takes long. The model list can&apos;t update until that&apos;s done.</source>
        <translation>Das Lesen von „{name}“ dauert lange. Bis dahin wird die Modellliste nicht aktualisiert.</translation>
    </message>
    <message numerus="yes">
        <source>Recovered %Ln message(s).</source>
        <translation>
            <numerusform>%Ln Nachricht wurde wiederhergestellt.</numerusform>
            <numerusform>%Ln Nachrichten wurden wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Recurrent models don&apos;t have a KV cache.</source>
        <translation>Rekurrente Modelle haben keinen KV-Cache.</translation>
    </message>
    <message>
        <source>Refer to definitions within the schema, such as #/$defs/name.</source>
        <translation>Verweisen Sie auf Definitionen im Schema selbst, zum Beispiel #/$defs/name.</translation>
    </message>
    <message>
        <source>Regenerate the reply.</source>
        <translation>Generieren Sie die Antwort neu.</translation>
    </message>
    <message>
        <source>Reinstall Longthread.</source>
        <translation>Installieren Sie Longthread neu.</translation>
    </message>
    <message>
        <source>Remove the image.</source>
        <translation>Entfernen Sie das Bild.</translation>
    </message>
    <message>
        <source>Rename the file, then add it.</source>
        <translation>Benennen Sie die Datei um und fügen Sie sie dann hinzu.</translation>
    </message>
    <message>
        <source>Repeat less in the pattern.</source>
        <translation>Verwenden Sie weniger Wiederholungen im Muster.</translation>
    </message>
    <message>
        <source>Restart the engine to continue. Your chats are safe.</source>
        <translation>Starten Sie die Engine neu, um fortzufahren. Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>Restore the original file names, which end in -00001-of-0000N.gguf.</source>
        <translation>Stellen Sie die ursprünglichen Dateinamen wieder her, die auf -00001-of-0000N.gguf enden.</translation>
    </message>
    <message numerus="yes">
        <source>Restored %Ln message(s) from the backup of {day}. Anything you wrote later is lost.</source>
        <translation>
            <numerusform>%Ln Nachricht aus der Sicherungskopie vom {day} wurde wiederhergestellt. Alles, was Sie danach geschrieben haben, fehlt.</numerusform>
            <numerusform>%Ln Nachrichten aus der Sicherungskopie vom {day} wurden wiederhergestellt. Alles, was Sie danach geschrieben haben, fehlt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file first.</source>
        <translation>Führen Sie zuerst eine Texterkennung (OCR) durch.</translation>
    </message>
    <message>
        <source>Run the same version of Longthread on both computers.</source>
        <translation>Verwenden Sie auf beiden Computern dieselbe Version von Longthread.</translation>
    </message>
    <message>
        <source>Run the setup again.</source>
        <translation>Führen Sie die Einrichtung erneut aus.</translation>
    </message>
    <message>
        <source>Save a copy without a password and attach that.</source>
        <translation>Speichern Sie eine Kopie ohne Passwort und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>Save a smaller copy and attach that.</source>
        <translation>Speichern Sie eine kleinere Kopie und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>Save or print a copy without a password and attach that.</source>
        <translation>Speichern oder drucken Sie eine Kopie ohne Passwort und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>Save the file as .docx and attach that.</source>
        <translation>Speichern Sie die Datei als .docx und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>Save the file as .docx or PDF and attach that.</source>
        <translation>Speichern Sie die Datei als .docx oder PDF und hängen Sie diese an.</translation>
    </message>
    <message>
        <source>Save the image as PNG or JPEG and attach that.</source>
        <translation>Speichern Sie das Bild als PNG oder JPEG und hängen Sie dieses an.</translation>
    </message>
    <message>
        <source>Save the pages you need as another PDF and attach that.</source>
        <translation>Speichern Sie die benötigten Seiten als eigenes PDF und hängen Sie dieses an.</translation>
    </message>
    <message>
        <source>Save the sheet as CSV and attach that.</source>
        <translation>Speichern Sie das Tabellenblatt als CSV und hängen Sie dieses an.</translation>
    </message>
    <message>
        <source>Save the slides as PDF and attach that.</source>
        <translation>Speichern Sie die Folien als PDF und hängen Sie dieses an.</translation>
    </message>
    <message>
        <source>Saved state version {version} doesn&apos;t exist.</source>
        <translation>Version {version} gespeicherter Stände gibt es nicht.</translation>
    </message>
    <message>
        <source>Search for the model on Hugging Face, or choose another one.</source>
        <translation>Suchen Sie das Modell auf Hugging Face oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>Send a shorter message, turn on “Compact automatically”, or load the model with a larger context.</source>
        <translation>Senden Sie eine kürzere Nachricht, schalten Sie „Automatisch verdichten“ ein oder laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>Send the message in smaller parts, or load the model with a larger context.</source>
        <translation>Senden Sie die Nachricht in kleineren Teilen oder laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>Send the message in smaller parts.</source>
        <translation>Senden Sie die Nachricht in kleineren Teilen.</translation>
    </message>
    <message>
        <source>Set a key, or let it listen on this computer only.</source>
        <translation>Legen Sie einen Schlüssel fest oder lassen Sie ihn nur auf diesem Computer antworten.</translation>
    </message>
    <message>
        <source>Set “GPU layers” to 0 in Settings.</source>
        <translation>Stellen Sie „GPU-Schichten“ in den Einstellungen auf 0.</translation>
    </message>
    <message>
        <source>Shorten the system prompt, use fewer tools, or load the model with a larger context.</source>
        <translation>Kürzen Sie den System-Prompt, verwenden Sie weniger Werkzeuge, oder laden Sie das Modell mit einem größeren Kontext.</translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation>Bitte vereinfachen.</translation>
    </message>
    <message>
        <source>Simplify the schema or grammar.</source>
        <translation>Vereinfachen Sie das Schema oder die Grammatik.</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted ({reason}).</source>
        <translation>Einige Daten konnten nicht gelöscht werden ({reason}).</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted.</source>
        <translation>Einige Daten konnten nicht gelöscht werden.</translation>
    </message>
    <message>
        <source>Some messages formed a loop.</source>
        <translation>Einige Nachrichten bildeten eine Schleife.</translation>
    </message>
    <message>
        <source>Something went wrong ({reason}).</source>
        <translation>Etwas ist schiefgelaufen ({reason}).</translation>
    </message>
    <message>
        <source>Split the model by layers.</source>
        <translation>Teilen Sie das Modell nach Schichten auf.</translation>
    </message>
    <message>
        <source>Split the object into smaller ones.</source>
        <translation>Teilen Sie das Objekt in kleinere auf.</translation>
    </message>
    <message>
        <source>Start alternatives with different characters.</source>
        <translation>Lassen Sie Alternativen mit verschiedenen Zeichen beginnen.</translation>
    </message>
    <message>
        <source>Start the download again. It continues where it stopped.</source>
        <translation>Starten Sie den Download erneut. Er wird dort fortgesetzt, wo er aufgehört hat.</translation>
    </message>
    <message>
        <source>Start with {{ &quot;type&quot;: &quot;object&quot;, … }}.</source>
        <translation>Beginnen Sie mit {{ &quot;type&quot;: &quot;object&quot;, … }}.</translation>
    </message>
    <message>
        <source>Stopped before starting.</source>
        <translation>Vor dem Beginn angehalten.</translation>
    </message>
    <message>
        <source>System prompt changed. Longthread reread this chat.</source>
        <translation>Der System-Prompt wurde geändert. Longthread hat diesen Chat neu eingelesen.</translation>
    </message>
    <message>
        <source>The KV cache has {found} rows instead of {expected}.</source>
        <translation>Der KV-Cache hat {found} Zeilen statt {expected}.</translation>
    </message>
    <message>
        <source>The KV cache uses q8_0 to save RAM or VRAM.</source>
        <translation>Der KV-Cache verwendet q8_0, um RAM oder VRAM zu sparen.</translation>
    </message>
    <message>
        <source>The add-on is for Longthread {version}, but this is version {ours}.</source>
        <translation>Die Erweiterung ist für Longthread {version}, dies ist aber Version {ours}.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged or password-protected.</source>
        <translation>Das Archiv „{name}“ ist beschädigt oder passwortgeschützt.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged.</source>
        <translation>Das Archiv „{name}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>The chat database is damaged ({reason}).</source>
        <translation>Die Chat-Datenbank ist beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The chat “{title}” is too large to import.</source>
        <translation>Der Chat „{title}“ ist zu groß für den Import.</translation>
    </message>
    <message>
        <source>The chat&apos;s text is saved.</source>
        <translation>Der Text des Chats ist gespeichert.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>Das Token-Protokoll des Chats hat Version {version}. Longthread unterstützt Versionen bis {newest}.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is damaged.</source>
        <translation>Das Token-Protokoll des Chats ist beschädigt.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is inconsistent.</source>
        <translation>Das Token-Protokoll des Chats ist widersprüchlich.</translation>
    </message>
    <message>
        <source>The computer is out of RAM.</source>
        <translation>Dem Computer ist der RAM ausgegangen.</translation>
    </message>
    <message>
        <source>The computer ran out of RAM or VRAM. Close other programs, or choose a smaller model.</source>
        <translation>RAM oder VRAM des Computers reicht nicht aus. Schließen Sie andere Programme oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>The connection to a worker broke.</source>
        <translation>Die Verbindung zu einem Worker ist abgebrochen.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Die Verbindung wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The context changed during compaction.</source>
        <translation>Der Kontext hat sich während der Verdichtung geändert.</translation>
    </message>
    <message>
        <source>The context changed during compaction: {reason}.</source>
        <translation>Der Kontext hat sich während der Verdichtung geändert: {reason}.</translation>
    </message>
    <message>
        <source>The context holds nothing of this chat yet, so there is no state to save.</source>
        <translation>Der Kontext enthält noch nichts von diesem Chat, also gibt es keinen Zustand zu speichern.</translation>
    </message>
    <message>
        <source>The context is full.</source>
        <translation>Der Kontext ist voll.</translation>
    </message>
    <message>
        <source>The data was deleted.</source>
        <translation>Die Daten wurden gelöscht.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>The download of {name} is damaged.</source>
        <translation>Der Download von {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The download of {name} is damaged: the checksum doesn&apos;t match.</source>
        <translation>Der Download von {name} ist beschädigt: Die Prüfsumme stimmt nicht überein.</translation>
    </message>
    <message>
        <source>The download probably stopped early. Download the file again.</source>
        <translation>Der Download wurde wahrscheinlich vorzeitig beendet. Laden Sie die Datei erneut herunter.</translation>
    </message>
    <message>
        <source>The downloaded package was changed on the disk.</source>
        <translation>Das heruntergeladene Paket wurde auf dem Datenträger verändert.</translation>
    </message>
    <message>
        <source>The drive or device isn&apos;t responding, so Longthread stopped waiting for it.</source>
        <translation>Das Laufwerk oder Gerät antwortet nicht, deshalb wartet Longthread nicht länger darauf.</translation>
    </message>
    <message>
        <source>The engine can&apos;t send its result.</source>
        <translation>Die Engine kann ihr Ergebnis nicht senden.</translation>
    </message>
    <message>
        <source>The engine couldn&apos;t load the saved state.</source>
        <translation>Die Engine konnte den gespeicherten Stand nicht laden.</translation>
    </message>
    <message>
        <source>The engine didn&apos;t respond after starting.</source>
        <translation>Die Engine hat nach dem Start nicht reagiert.</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t stop.</source>
        <translation>Die Engine hält nicht an.</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t support this request: {reason}</source>
        <translation>Die Engine unterstützt diese Anfrage nicht: {reason}</translation>
    </message>
    <message>
        <source>The engine hasn&apos;t made progress for a while.</source>
        <translation>Die Engine kommt seit einer Weile nicht voran.</translation>
    </message>
    <message>
        <source>The engine isn&apos;t installed completely.</source>
        <translation>Die Engine ist nicht vollständig installiert.</translation>
    </message>
    <message>
        <source>The engine isn&apos;t running.</source>
        <translation>Die Engine läuft nicht.</translation>
    </message>
    <message>
        <source>The engine ran out of RAM or VRAM.</source>
        <translation>Der Engine ist RAM oder VRAM ausgegangen.</translation>
    </message>
    <message>
        <source>The engine sent an invalid message ({reason}).</source>
        <translation>Die Engine hat eine ungültige Nachricht gesendet ({reason}).</translation>
    </message>
    <message>
        <source>The engine stopped because an internal check failed.</source>
        <translation>Die Engine wurde beendet, weil eine interne Prüfung fehlschlug.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (code {status}).</source>
        <translation>Die Engine wurde unerwartet beendet (Code {status}).</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({signal}).</source>
        <translation>Die Engine wurde unerwartet beendet ({signal}).</translation>
    </message>
    <message>
        <source>The engine uses protocol version {version}, but Longthread needs {own}.</source>
        <translation>Die Engine verwendet Protokollversion {version}, Longthread braucht jedoch {own}.</translation>
    </message>
    <message>
        <source>The engine&apos;s native library was built without compaction.</source>
        <translation>Die native Bibliothek der Engine wurde ohne Verdichtung gebaut.</translation>
    </message>
    <message>
        <source>The file list from Hugging Face has no name or revision.</source>
        <translation>In der Dateiliste von Hugging Face fehlt der Name oder die Revision.</translation>
    </message>
    <message>
        <source>The file may be damaged or need a newer version of Longthread. Try another file.</source>
        <translation>Die Datei ist möglicherweise beschädigt oder braucht eine neuere Version von Longthread. Versuchen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The file may be damaged. Copy the text you need and paste it into your message.</source>
        <translation>Die Datei ist möglicherweise beschädigt. Kopieren Sie den Text, den Sie brauchen, und fügen Sie ihn in Ihre Nachricht ein.</translation>
    </message>
    <message>
        <source>The file may be malicious.</source>
        <translation>Die Datei könnte schädlich sein.</translation>
    </message>
    <message>
        <source>The file on {host} is smaller than the part you already have.</source>
        <translation>Die Datei auf {host} ist kleiner als der Teil, den Sie schon haben.</translation>
    </message>
    <message>
        <source>The files of {n} documents are gone.</source>
        <translation>Die Dateien von {n} Dokumenten sind weg.</translation>
    </message>
    <message>
        <source>The files stay where they are.</source>
        <translation>Die Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>The folder contains more than {most} folders. Some weren&apos;t searched.</source>
        <translation>Der Ordner enthält mehr als {most} Ordner. Einige wurden nicht durchsucht.</translation>
    </message>
    <message>
        <source>The folder is missing. Connect its disk, or remove the folder from the list.</source>
        <translation>Der Ordner fehlt. Schließen Sie seinen Datenträger an oder entfernen Sie den Ordner aus der Liste.</translation>
    </message>
    <message>
        <source>The folder “{name}” contains more files than Longthread adds.</source>
        <translation>Der Ordner „{name}“ enthält mehr Dateien, als Longthread hinzufügt.</translation>
    </message>
    <message>
        <source>The grammar has more than {most} parts in a row that can be empty, repetitions included.</source>
        <translation>Die Grammatik hat mehr als {most} aufeinanderfolgende Teile, die leer sein können, Wiederholungen mitgezählt.</translation>
    </message>
    <message>
        <source>The grammar has no “root” rule.</source>
        <translation>Die Grammatik hat keine Regel „root“.</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous: the same text matches in too many ways.</source>
        <translation>Die Grammatik ist zu mehrdeutig: Derselbe Text passt auf zu viele Arten.</translation>
    </message>
    <message>
        <source>The grammar is too complex for the engine: it nests too many repetitions.</source>
        <translation>Die Grammatik ist zu komplex für die Engine: Sie verschachtelt zu viele Wiederholungen.</translation>
    </message>
    <message>
        <source>The grammar is too large to check.</source>
        <translation>Die Grammatik ist zu groß für die Prüfung.</translation>
    </message>
    <message>
        <source>The grammar is too long ({length} characters).</source>
        <translation>Die Grammatik ist zu lang ({length} Zeichen).</translation>
    </message>
    <message>
        <source>The grammar&apos;s rules start with one another in too many ways.</source>
        <translation>Die Regeln der Grammatik beginnen auf zu viele Arten miteinander.</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses the processor.</source>
        <translation>Der Grafiktreiber ({backend}) hat seinen Test nicht bestanden. Longthread nutzt den Prozessor.</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses {device}.</source>
        <translation>Der Grafiktreiber ({backend}) hat seinen Test nicht bestanden. Longthread nutzt {device}.</translation>
    </message>
    <message>
        <source>The graphics driver failed in the engine.</source>
        <translation>Der Grafiktreiber ist in der Engine ausgefallen.</translation>
    </message>
    <message>
        <source>The graphics driver failed, so {name} runs on the processor for now.</source>
        <translation>Der Grafiktreiber ist ausgefallen. {name} läuft vorerst auf dem Prozessor.</translation>
    </message>
    <message>
        <source>The head profile measurement was stopped.</source>
        <translation>Die Messung des Kopfprofils wurde angehalten.</translation>
    </message>
    <message>
        <source>The image “{name}” is too large.</source>
        <translation>Das Bild „{name}“ ist zu groß.</translation>
    </message>
    <message>
        <source>The import or export failed ({reason}).</source>
        <translation>Der Import oder Export ist fehlgeschlagen ({reason}).</translation>
    </message>
    <message>
        <source>The import was canceled.</source>
        <translation>Der Import wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The limit is {most} characters.</source>
        <translation>Möglich sind höchstens {most} Zeichen.</translation>
    </message>
    <message>
        <source>The local server didn&apos;t start.</source>
        <translation>Der lokale Server ist nicht gestartet.</translation>
    </message>
    <message>
        <source>The local server stopped unexpectedly.</source>
        <translation>Der lokale Server wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>The message is too long for the engine.</source>
        <translation>Die Nachricht ist zu lang für die Engine.</translation>
    </message>
    <message>
        <source>The model has no such token.</source>
        <translation>Das Modell hat kein solches Token.</translation>
    </message>
    <message>
        <source>The model returned no output.</source>
        <translation>Das Modell hat keine Ausgabe geliefert.</translation>
    </message>
    <message>
        <source>The model runs on the processor, because GPU layers is 0.</source>
        <translation>Das Modell läuft auf dem Prozessor, weil „GPU-Schichten“ auf 0 steht.</translation>
    </message>
    <message>
        <source>The model runs on the processor: Longthread found no graphics card that it can use.</source>
        <translation>Das Modell läuft auf dem Prozessor: Longthread hat keine Grafikkarte gefunden, die es nutzen kann.</translation>
    </message>
    <message>
        <source>The model runs on the processor: none of its layers fits on {device}.</source>
        <translation>Das Modell läuft auf dem Prozessor: Keine seiner Schichten passt auf {device}.</translation>
    </message>
    <message>
        <source>The model runs on {device}.</source>
        <translation>Das Modell läuft auf {device}.</translation>
    </message>
    <message>
        <source>The model was trained for this context size.</source>
        <translation>Für diese Kontextgröße wurde das Modell trainiert.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template doesn&apos;t support images.</source>
        <translation>Die Chat-Vorlage des Modells unterstützt keine Bilder.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed: {reason}</source>
        <translation>Die Chat-Vorlage des Modells ist fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long ({length} characters).</source>
        <translation>Die Chat-Vorlage des Modells ist zu lang ({length} Zeichen).</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits replies.</source>
        <translation>Die Chat-Vorlage des Modells lässt Antworten aus.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits the message.</source>
        <translation>Die Chat-Vorlage des Modells lässt die Nachricht aus.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template uses reserved names.</source>
        <translation>Die Chat-Vorlage des Modells verwendet reservierte Namen.</translation>
    </message>
    <message>
        <source>The model&apos;s computation failed (status {status}). {reason}</source>
        <translation>Die Berechnung des Modells ist fehlgeschlagen (Status {status}). {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s output contains invalid numbers, so its heads can&apos;t be measured.</source>
        <translation>Die Ausgabe des Modells enthält ungültige Zahlen, daher lassen sich seine Köpfe nicht messen.</translation>
    </message>
    <message>
        <source>The name of “{name}” isn&apos;t valid Unicode.</source>
        <translation>Der Name von „{name}“ ist kein gültiges Unicode.</translation>
    </message>
    <message>
        <source>The other chats leave no room in the context.</source>
        <translation>Die anderen Chats lassen keinen Platz im Kontext.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” checks what stands before or after a place, which isn&apos;t supported.</source>
        <translation>Das Muster „{pattern}“ prüft, was vor oder hinter einer Stelle steht. Das wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” refers to one of its own groups, which isn&apos;t supported.</source>
        <translation>Das Muster „{pattern}“ verweist auf eine seiner eigenen Gruppen. Das wird nicht unterstützt.</translation>
    </message>
    <message>
        <source>The prepared document comes from another version of Longthread.</source>
        <translation>Das vorbereitete Dokument stammt aus einer anderen Version von Longthread.</translation>
    </message>
    <message>
        <source>The prepared document is damaged.</source>
        <translation>Das vorbereitete Dokument ist beschädigt.</translation>
    </message>
    <message>
        <source>The prepared document is missing.</source>
        <translation>Das vorbereitete Dokument fehlt.</translation>
    </message>
    <message>
        <source>The program at {worker} isn&apos;t a worker. Longthread doesn&apos;t use it.</source>
        <translation>Das Programm unter {worker} ist kein Worker. Longthread nutzt es nicht.</translation>
    </message>
    <message>
        <source>The release page offers version {version}, although it offered {seen} before.</source>
        <translation>Die Veröffentlichungsseite bietet Version {version} an, obwohl sie vorher {seen} angeboten hat.</translation>
    </message>
    <message>
        <source>The reply can&apos;t continue in this output format.</source>
        <translation>Die Antwort lässt sich in diesem Ausgabeformat nicht fortsetzen.</translation>
    </message>
    <message>
        <source>The reply so far doesn&apos;t match the output format.</source>
        <translation>Die bisherige Antwort entspricht nicht dem Ausgabeformat.</translation>
    </message>
    <message>
        <source>The saved state and its log differ in length.</source>
        <translation>Der gespeicherte Stand und sein Protokoll sind verschieden lang.</translation>
    </message>
    <message>
        <source>The saved state belongs to another model.</source>
        <translation>Der gespeicherte Stand gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>The saved state belongs to another version of this chat.</source>
        <translation>Der gespeicherte Stand gehört zu einer anderen Fassung dieses Chats.</translation>
    </message>
    <message>
        <source>The saved state can&apos;t be trimmed to match this chat.</source>
        <translation>Der gespeicherte Stand lässt sich nicht passend zu diesem Chat kürzen.</translation>
    </message>
    <message>
        <source>The saved state comes from a newer version of the engine.</source>
        <translation>Der gespeicherte Stand stammt von einer neueren Version der Engine.</translation>
    </message>
    <message>
        <source>The saved state has a different KV cache layout.</source>
        <translation>Der gespeicherte Stand hat einen anders aufgebauten KV-Cache.</translation>
    </message>
    <message>
        <source>The saved state has no section “{section}”.</source>
        <translation>Der gespeicherte Stand hat keinen Abschnitt „{section}“.</translation>
    </message>
    <message>
        <source>The saved state has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>Der gespeicherte Stand hat Version {version}. Longthread unterstützt Versionen bis {newest}.</translation>
    </message>
    <message>
        <source>The saved state is damaged (section {section}).</source>
        <translation>Der gespeicherte Stand ist beschädigt (Abschnitt {section}).</translation>
    </message>
    <message>
        <source>The saved state is incomplete or damaged.</source>
        <translation>Der gespeicherte Stand ist unvollständig oder beschädigt.</translation>
    </message>
    <message>
        <source>The saved state is incomplete.</source>
        <translation>Der gespeicherte Stand ist unvollständig.</translation>
    </message>
    <message>
        <source>The saved state is inconsistent.</source>
        <translation>Der gespeicherte Stand ist widersprüchlich.</translation>
    </message>
    <message>
        <source>The saved state is larger than the loaded model&apos;s context.</source>
        <translation>Der gespeicherte Stand ist größer als der Kontext des geladenen Modells.</translation>
    </message>
    <message>
        <source>The saved state is larger than this model&apos;s context can be.</source>
        <translation>Der gespeicherte Stand ist größer, als der Kontext dieses Modells sein kann.</translation>
    </message>
    <message>
        <source>The saved state&apos;s header is damaged.</source>
        <translation>Der Kopf des gespeicherten Stands ist beschädigt.</translation>
    </message>
    <message>
        <source>The saved state&apos;s list of parts is damaged ({reason}).</source>
        <translation>Die Teileliste des gespeicherten Stands ist beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The saved state&apos;s log is damaged.</source>
        <translation>Das Protokoll des gespeicherten Stands ist beschädigt.</translation>
    </message>
    <message>
        <source>The saved state&apos;s section table is damaged.</source>
        <translation>Die Abschnittstabelle des gespeicherten Stands ist beschädigt.</translation>
    </message>
    <message>
        <source>The schema has a pattern whose nested repetitions multiply to {times}; the limit is {most}.</source>
        <translation>Das Schema hat ein Muster, dessen verschachtelte Wiederholungen zusammen {times} ergeben. Die Grenze liegt bei {most}.</translation>
    </message>
    <message>
        <source>The schema has too many patterns.</source>
        <translation>Das Schema hat zu viele Muster.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply or contains a number that is too long.</source>
        <translation>Das Schema ist zu tief verschachtelt oder enthält eine zu lange Zahl.</translation>
    </message>
    <message>
        <source>The schema is too large or nested too deeply.</source>
        <translation>Das Schema ist zu groß oder zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>The schema is too long ({length} characters).</source>
        <translation>Das Schema ist zu lang ({length} Zeichen).</translation>
    </message>
    <message>
        <source>The schema must be a JSON object.</source>
        <translation>Das Schema muss ein JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}” in a circle, so no value matches.</source>
        <translation>Das Schema verweist im Kreis auf „{reference}“, sodass kein Wert dazu passt.</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}”, which it doesn&apos;t contain.</source>
        <translation>Das Schema verweist auf „{reference}“, enthält dies aber nicht.</translation>
    </message>
    <message>
        <source>The server sent the wrong part of the file.</source>
        <translation>Der Server hat den falschen Teil der Datei gesendet.</translation>
    </message>
    <message>
        <source>The system killed the engine, possibly for lack of RAM.</source>
        <translation>Das System hat die Engine beendet, möglicherweise aus Mangel an RAM.</translation>
    </message>
    <message>
        <source>The system prompt and tools take {tokens} of the context&apos;s {context} tokens, so no message fits.</source>
        <translation>Der System-Prompt und die Werkzeuge belegen {tokens} der {context} Token des Kontexts, sodass keine Nachricht hineinpasst.</translation>
    </message>
    <message>
        <source>The task was stopped.</source>
        <translation>Die Aufgabe wurde angehalten.</translation>
    </message>
    <message>
        <source>The text to compact ends inside an already compacted block.</source>
        <translation>Der zu verdichtende Text endet in einem bereits verdichteten Block.</translation>
    </message>
    <message>
        <source>The update information expired on {day}, so Longthread can&apos;t tell whether there is a newer version.</source>
        <translation>Die Update-Informationen sind am {day} abgelaufen. Daher weiß Longthread nicht, ob es eine neuere Version gibt.</translation>
    </message>
    <message>
        <source>The update information is too long.</source>
        <translation>Die Update-Informationen sind zu lang.</translation>
    </message>
    <message>
        <source>The update information isn&apos;t signed by Longthread&apos;s developers, so it was ignored.</source>
        <translation>Die Update-Informationen sind nicht von den Entwicklern von Longthread signiert und wurden ignoriert.</translation>
    </message>
    <message>
        <source>The vision projector can&apos;t process an image. {reason}</source>
        <translation>Der Vision-Projektor kann ein Bild nicht verarbeiten. {reason}</translation>
    </message>
    <message>
        <source>The vision projector returned an unexpected result for an image.</source>
        <translation>Der Vision-Projektor hat für ein Bild ein unerwartetes Ergebnis geliefert.</translation>
    </message>
    <message>
        <source>The vision projector {name} is missing.</source>
        <translation>Der Vision-Projektor {name} fehlt.</translation>
    </message>
    <message>
        <source>The worker {worker} doesn&apos;t respond. Longthread doesn&apos;t use it.</source>
        <translation>Der Worker {worker} antwortet nicht. Longthread nutzt ihn nicht.</translation>
    </message>
    <message>
        <source>The worker {worker} offers no device. Longthread doesn&apos;t use it.</source>
        <translation>Der Worker {worker} bietet kein Gerät an. Longthread nutzt ihn nicht.</translation>
    </message>
    <message>
        <source>The worker {worker} uses protocol {theirs}, this version {ours}. Longthread doesn&apos;t use it.</source>
        <translation>Der Worker {worker} verwendet Protokoll {theirs}, diese Version {ours}. Longthread nutzt ihn nicht.</translation>
    </message>
    <message>
        <source>There is a newer compaction.</source>
        <translation>Es gibt eine neuere Verdichtung.</translation>
    </message>
    <message>
        <source>There is no compacted text to move closer together.</source>
        <translation>Es gibt keinen verdichteten Text zum Zusammenrücken.</translation>
    </message>
    <message>
        <source>There is no compaction to undo.</source>
        <translation>Es gibt keine Verdichtung, die sich rückgängig machen lässt.</translation>
    </message>
    <message>
        <source>There is no grammar yet.</source>
        <translation>Es gibt noch keine Grammatik.</translation>
    </message>
    <message>
        <source>There is no message to reply to.</source>
        <translation>Es gibt keine Nachricht, die beantwortet werden kann.</translation>
    </message>
    <message>
        <source>There is no room for {n} more tokens in this model&apos;s context.</source>
        <translation>Im Kontext dieses Modells ist kein Platz für {n} weitere Token.</translation>
    </message>
    <message>
        <source>There is no room in the context for this image.</source>
        <translation>Im Kontext ist kein Platz für dieses Bild.</translation>
    </message>
    <message>
        <source>There is no room to reread the text.</source>
        <translation>Es ist kein Platz, um den Text neu einzulesen.</translation>
    </message>
    <message>
        <source>There is no schema yet.</source>
        <translation>Es gibt noch kein Schema.</translation>
    </message>
    <message>
        <source>There is no {backend} add-on for your system.</source>
        <translation>Für Ihr System gibt es keine {backend}-Erweiterung.</translation>
    </message>
    <message>
        <source>There is nothing to embed: a text has no tokens.</source>
        <translation>Es gibt nichts einzubetten: Ein Text hat keine Token.</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>Es gibt nichts zu exportieren.</translation>
    </message>
    <message>
        <source>There is nothing to import here.</source>
        <translation>Hier gibt es nichts zu importieren.</translation>
    </message>
    <message>
        <source>There is text at this place already.</source>
        <translation>An dieser Stelle steht schon Text.</translation>
    </message>
    <message>
        <source>There isn&apos;t enough free RAM to save this chat&apos;s state.</source>
        <translation>Der freie RAM reicht nicht, um den Stand dieses Chats zu speichern.</translation>
    </message>
    <message>
        <source>There isn&apos;t enough room in the context to prepare the document.</source>
        <translation>Der Platz im Kontext reicht nicht, um das Dokument vorzubereiten.</translation>
    </message>
    <message>
        <source>These keys are reserved for typing and selecting.</source>
        <translation>Diese Tasten sind zum Schreiben und Auswählen reserviert.</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t check for updates.</source>
        <translation>Dieser Build von Longthread kann nicht nach Updates suchen.</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t read images: {reason}</source>
        <translation>Diese Ausgabe von Longthread kann keine Bilder lesen: {reason}</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t work together with other computers.</source>
        <translation>Diese Version von Longthread kann nicht mit anderen Computern zusammenarbeiten.</translation>
    </message>
    <message>
        <source>This chat isn&apos;t open in the engine.</source>
        <translation>Dieser Chat ist in der Engine nicht geöffnet.</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Diesen Chat gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>This chat&apos;s context isn&apos;t loaded yet.</source>
        <translation>Der Kontext dieses Chats ist noch nicht geladen.</translation>
    </message>
    <message>
        <source>This context can&apos;t be compacted.</source>
        <translation>Dieser Kontext kann nicht verdichtet werden.</translation>
    </message>
    <message>
        <source>This file isn&apos;t a saved state.</source>
        <translation>Diese Datei ist kein gespeicherter Stand.</translation>
    </message>
    <message>
        <source>This isn&apos;t a folder.</source>
        <translation>Das ist kein Ordner.</translation>
    </message>
    <message>
        <source>This message has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>Diese Nachricht hat etwa {tokens} Token, im Kontext ist aber nur Platz für {room}.</translation>
    </message>
    <message>
        <source>This model file is damaged.</source>
        <translation>Diese Modelldatei ist beschädigt.</translation>
    </message>
    <message>
        <source>This model file is damaged: its header is incomplete.</source>
        <translation>Diese Modelldatei ist beschädigt: Ihr Kopf ist unvollständig.</translation>
    </message>
    <message>
        <source>This model file is damaged: {what}.</source>
        <translation>Diese Modelldatei ist beschädigt: {what}.</translation>
    </message>
    <message>
        <source>This model file is incomplete: it has {size} of at least {needed} bytes.</source>
        <translation>Diese Modelldatei ist unvollständig: Sie hat {size} von mindestens {needed} Byte.</translation>
    </message>
    <message>
        <source>This model has no vocabulary, so it can&apos;t read or write text.</source>
        <translation>Dieses Modell hat kein Vokabular und kann daher keinen Text lesen oder schreiben.</translation>
    </message>
    <message>
        <source>This model is loaded for one chat only, so it can&apos;t prepare documents.</source>
        <translation>Dieses Modell ist nur für einen Chat geladen und kann daher keine Dokumente vorbereiten.</translation>
    </message>
    <message>
        <source>This model is loaded without its vision projector, so it can&apos;t see images.</source>
        <translation>Dieses Modell ist ohne seinen Vision-Projektor geladen und kann daher keine Bilder sehen.</translation>
    </message>
    <message>
        <source>This model reads an image in one step of {tokens} tokens, but only {most} fit.</source>
        <translation>Dieses Modell liest ein Bild in einem Schritt mit {tokens} Token, es passen aber nur {most}.</translation>
    </message>
    <message>
        <source>This model requires a Hugging Face account.</source>
        <translation>Dieses Modell erfordert ein Hugging-Face-Konto.</translation>
    </message>
    <message>
        <source>This model runs without flash attention, which compaction needs.</source>
        <translation>Dieses Modell läuft ohne Flash Attention, die die Verdichtung braucht.</translation>
    </message>
    <message>
        <source>This model&apos;s context can&apos;t be compacted. {reason}</source>
        <translation>Der Kontext dieses Modells kann nicht verdichtet werden. {reason}</translation>
    </message>
    <message>
        <source>This preset rereads the text and can&apos;t be interrupted.</source>
        <translation>Diese Vorgabe liest den Text neu ein und lässt sich nicht unterbrechen.</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>Versuchen Sie es in einer Weile erneut.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Try again to use the GPU.</source>
        <translation>Versuchen Sie es erneut, um die GPU zu verwenden.</translation>
    </message>
    <message>
        <source>Try again with fewer GPU layers or a smaller context, or choose another model.</source>
        <translation>Versuchen Sie es mit weniger GPU-Schichten oder einem kleineren Kontext oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Try again, or choose another model.</source>
        <translation>Versuchen Sie es erneut oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Try again. The chat is saved.</source>
        <translation>Versuchen Sie es erneut. Der Chat ist gespeichert.</translation>
    </message>
    <message>
        <source>Try another build of this model, or a model with a chat template.</source>
        <translation>Versuchen Sie eine andere Ausgabe dieses Modells oder ein Modell mit Chat-Vorlage.</translation>
    </message>
    <message>
        <source>Try another build of this model.</source>
        <translation>Versuchen Sie eine andere Ausgabe dieses Modells.</translation>
    </message>
    <message>
        <source>Try another file.</source>
        <translation>Versuchen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>Try other search terms.</source>
        <translation>Versuchen Sie andere Suchbegriffe.</translation>
    </message>
    <message>
        <source>Turn off “Stay offline” in Privacy, then try again.</source>
        <translation>Schalten Sie unter „Datenschutz“ „Offline bleiben“ aus und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Turn on flash attention, or choose the KV cache type f16.</source>
        <translation>Schalten Sie Flash Attention ein oder wählen Sie den KV-Cache-Typ f16.</translation>
    </message>
    <message>
        <source>Undo that one first.</source>
        <translation>Machen Sie zuerst diese rückgängig.</translation>
    </message>
    <message>
        <source>Undo the later deletion first.</source>
        <translation>Machen Sie zuerst die spätere Löschung rückgängig.</translation>
    </message>
    <message>
        <source>Unlock the password store, then try again.</source>
        <translation>Entsperren Sie den Passwortspeicher, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Unpack the archive and attach its files.</source>
        <translation>Entpacken Sie das Archiv und hängen Sie die Dateien daraus an.</translation>
    </message>
    <message>
        <source>Unpack the archive and choose a smaller folder.</source>
        <translation>Entpacken Sie das Archiv und wählen Sie einen kleineren Ordner.</translation>
    </message>
    <message>
        <source>Unpack the archive first.</source>
        <translation>Entpacken Sie zuerst das Archiv.</translation>
    </message>
    <message>
        <source>Update Longthread, then try again.</source>
        <translation>Aktualisieren Sie Longthread und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread.</source>
        <translation>Aktualisieren Sie den Grafiktreiber und starten Sie Longthread neu.</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread. The model page shows the reason.</source>
        <translation>Aktualisieren Sie den Grafiktreiber und starten Sie Longthread neu. Die Modellseite zeigt den Grund.</translation>
    </message>
    <message>
        <source>Use repetition instead: a ::= b (&quot;,&quot; b)*</source>
        <translation>Verwenden Sie stattdessen eine Wiederholung: a ::= b (&quot;,&quot; b)*</translation>
    </message>
    <message>
        <source>Use the open window, or close it first. Your chats are in {folder}.</source>
        <translation>Verwenden Sie das offene Fenster oder schließen Sie es zuerst. Ihre Chats liegen in {folder}.</translation>
    </message>
    <message>
        <source>Use this model for text. For images, choose a model such as Qwen2.5-VL, Qwen3-VL, Gemma 3 or Pixtral.</source>
        <translation>Verwenden Sie dieses Modell für Text. Für Bilder wählen Sie ein Modell wie Qwen2.5-VL, Qwen3-VL, Gemma 3 oder Pixtral.</translation>
    </message>
    <message>
        <source>Wait until it finishes, or cancel it.</source>
        <translation>Warten Sie, bis er abgeschlossen ist, oder brechen Sie ihn ab.</translation>
    </message>
    <message>
        <source>Wait, choose another model, or choose “Force stop”. Your chats are safe.</source>
        <translation>Warten Sie, wählen Sie ein anderes Modell oder wählen Sie „Sofort beenden“. Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>Wayland doesn&apos;t let programs listen for keys while another program is in front.</source>
        <translation>Unter Wayland erfahren Programme nichts von Tasten, solange ein anderes Programm im Vordergrund ist.</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the document.</source>
        <translation>Was Longthread gelesen hat, bleibt, bis Sie das Dokument entfernen.</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the documents.</source>
        <translation>Was Longthread gelesen hat, bleibt, bis Sie die Dokumente entfernen.</translation>
    </message>
    <message>
        <source>Write a message first.</source>
        <translation>Schreiben Sie zuerst eine Nachricht.</translation>
    </message>
    <message>
        <source>You can import exports and backups from Longthread, and chats from ChatGPT and Claude (conversations.json or the zip), Open WebUI, LM Studio and Jan (thread.json).</source>
        <translation>Sie können Exporte und Sicherungen von Longthread importieren sowie Chats aus ChatGPT und Claude (conversations.json oder die Zip-Datei), Open WebUI, LM Studio und Jan (thread.json).</translation>
    </message>
    <message>
        <source>You can keep chatting. The text is saved.</source>
        <translation>Sie können weiterchatten. Der Text ist gespeichert.</translation>
    </message>
    <message>
        <source>You can set a larger context.</source>
        <translation>Sie können einen größeren Kontext einstellen.</translation>
    </message>
    <message>
        <source>You decide when to install it.</source>
        <translation>Sie entscheiden, wann Sie es installieren.</translation>
    </message>
    <message>
        <source>You forced the engine to stop.</source>
        <translation>Sie haben die Engine sofort beendet.</translation>
    </message>
    <message>
        <source>You need a processor made since 2009 or so.</source>
        <translation>Sie brauchen einen Prozessor, der ab etwa 2009 gebaut wurde.</translation>
    </message>
    <message>
        <source>You undid a compaction, so Longthread compacts this chat only when the context is full.</source>
        <translation>Sie haben eine Verdichtung rückgängig gemacht, daher verdichtet Longthread diesen Chat erst, wenn der Kontext voll ist.</translation>
    </message>
    <message>
        <source>Your account doesn&apos;t have access to this model yet.</source>
        <translation>Ihr Konto hat noch keinen Zugriff auf dieses Modell.</translation>
    </message>
    <message>
        <source>Your chat database was damaged.</source>
        <translation>Ihre Chat-Datenbank war beschädigt.</translation>
    </message>
    <message>
        <source>Your chat database was missing or empty.</source>
        <translation>Ihre Chat-Datenbank fehlte oder war leer.</translation>
    </message>
    <message>
        <source>Your chats are safe.</source>
        <translation>Ihre Chats sind sicher.</translation>
    </message>
    <message>
        <source>Your chats are unchanged.</source>
        <translation>Ihre Chats sind unverändert.</translation>
    </message>
    <message>
        <source>Your network may require you to sign in first. Try again later.</source>
        <translation>Möglicherweise müssen Sie sich zuerst im Netzwerk anmelden. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Your system can&apos;t use these keys everywhere.</source>
        <translation>Ihr System kann diese Tasten nicht überall benutzen.</translation>
    </message>
    <message>
        <source>Your system&apos;s password store didn&apos;t delete everything.</source>
        <translation>Der Passwortspeicher Ihres Systems hat nicht alles gelöscht.</translation>
    </message>
    <message>
        <source>a model can&apos;t write this character</source>
        <translation>ein Modell kann dieses Zeichen nicht schreiben</translation>
    </message>
    <message>
        <source>a number is too long</source>
        <translation>eine Zahl ist zu lang</translation>
    </message>
    <message>
        <source>a power is too large</source>
        <translation>eine Potenz ist zu groß</translation>
    </message>
    <message>
        <source>a range has no end</source>
        <translation>ein Bereich hat kein Ende</translation>
    </message>
    <message>
        <source>a range is too long</source>
        <translation>ein Bereich ist zu lang</translation>
    </message>
    <message>
        <source>a repetition can&apos;t end at {most} if it starts at {least}</source>
        <translation>eine Wiederholung kann nicht bei {most} enden, wenn sie bei {least} beginnt</translation>
    </message>
    <message>
        <source>a repetition must end with “}}”</source>
        <translation>eine Wiederholung muss mit „}}“ enden</translation>
    </message>
    <message>
        <source>a tensor has {found} dimensions</source>
        <translation>ein Tensor hat {found} Dimensionen</translation>
    </message>
    <message>
        <source>a text grows too long</source>
        <translation>ein Text wird zu lang</translation>
    </message>
    <message>
        <source>a {architecture} model needs a sliding window, but its length is 0</source>
        <translation>ein Modell der Architektur {architecture} braucht ein gleitendes Fenster, dessen Länge ist aber 0</translation>
    </message>
    <message>
        <source>brackets are nested more than {most} levels deep</source>
        <translation>Klammern sind mehr als {most} Ebenen tief verschachtelt</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>hier muss eine Zahl stehen</translation>
    </message>
    <message>
        <source>expected the name of a rule</source>
        <translation>hier muss der Name einer Regel stehen</translation>
    </message>
    <message>
        <source>expected {digits} hexadecimal digits after \{kind}</source>
        <translation>auf \{kind} müssen {digits} hexadezimale Ziffern folgen</translation>
    </message>
    <message>
        <source>expected “::=” after the name “{name}”</source>
        <translation>auf den Namen „{name}“ muss „::=“ folgen</translation>
    </message>
    <message>
        <source>formatting with % isn&apos;t allowed</source>
        <translation>Formatieren mit % ist nicht erlaubt</translation>
    </message>
    <message>
        <source>invalid number of tensors or values</source>
        <translation>ungültige Anzahl von Tensoren oder Werten</translation>
    </message>
    <message>
        <source>invalid number of texts</source>
        <translation>ungültige Anzahl von Texten</translation>
    </message>
    <message>
        <source>invalid text length ({length})</source>
        <translation>ungültige Textlänge ({length})</translation>
    </message>
    <message>
        <source>invalid version {version}</source>
        <translation>ungültige Version {version}</translation>
    </message>
    <message>
        <source>it runs too long</source>
        <translation>sie läuft zu lange</translation>
    </message>
    <message>
        <source>it uses a filter that isn&apos;t allowed</source>
        <translation>sie verwendet einen Filter, der nicht erlaubt ist</translation>
    </message>
    <message>
        <source>it uses too much RAM</source>
        <translation>sie belegt zu viel RAM</translation>
    </message>
    <message>
        <source>it writes too much text</source>
        <translation>sie schreibt zu viel Text</translation>
    </message>
    <message>
        <source>model tokens (&lt;…&gt;) aren&apos;t supported here; write their text</source>
        <translation>Modell-Token (&lt;…&gt;) werden hier nicht unterstützt; schreiben Sie ihren Text</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>zu tief verschachtelt</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund angegeben</translation>
    </message>
    <message>
        <source>not UTF-8 text</source>
        <translation>kein UTF-8-Text</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>kein gültiges JSON</translation>
    </message>
    <message>
        <source>nothing can repeat more than {most} times</source>
        <translation>nichts darf sich mehr als {most}-mal wiederholen</translation>
    </message>
    <message>
        <source>str.format isn&apos;t allowed</source>
        <translation>str.format ist nicht erlaubt</translation>
    </message>
    <message>
        <source>str.{name} isn&apos;t allowed</source>
        <translation>str.{name} ist nicht erlaubt</translation>
    </message>
    <message>
        <source>the alignment isn&apos;t a power of two</source>
        <translation>die Ausrichtung ist keine Zweierpotenz</translation>
    </message>
    <message>
        <source>the header is too long</source>
        <translation>der Kopf ist zu lang</translation>
    </message>
    <message>
        <source>the messages contain text that can&apos;t be encoded</source>
        <translation>die Nachrichten enthalten Text, der sich nicht kodieren lässt</translation>
    </message>
    <message>
        <source>the metadata contains a value of unknown type {kind}</source>
        <translation>die Metadaten enthalten einen Wert unbekannten Typs {kind}</translation>
    </message>
    <message>
        <source>the metadata contains an array of unknown type {kind}</source>
        <translation>die Metadaten enthalten ein Array unbekannten Typs {kind}</translation>
    </message>
    <message>
        <source>the process ended</source>
        <translation>der Prozess wurde beendet</translation>
    </message>
    <message>
        <source>the rule “{name}” is defined twice</source>
        <translation>die Regel „{name}“ ist doppelt definiert</translation>
    </message>
    <message>
        <source>the rule “{name}” isn&apos;t defined</source>
        <translation>die Regel „{name}“ ist nicht definiert</translation>
    </message>
    <message>
        <source>the table “{name}” is incomplete</source>
        <translation>die Tabelle „{name}“ ist unvollständig</translation>
    </message>
    <message>
        <source>the tensor “{name}” doesn&apos;t belong to the architecture {architecture}</source>
        <translation>der Tensor „{name}“ gehört nicht zur Architektur {architecture}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}</source>
        <translation>der Tensor „{name}“ hat Zeilen mit {length} Elementen, kein Vielfaches von {multiple}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has the size {found}, not {expected}</source>
        <translation>der Tensor „{name}“ hat die Größe {found}, nicht {expected}</translation>
    </message>
    <message>
        <source>the tensor “{name}” is too large</source>
        <translation>der Tensor „{name}“ ist zu groß</translation>
    </message>
    <message>
        <source>these brackets are empty</source>
        <translation>diese Klammern sind leer</translation>
    </message>
    <message>
        <source>this bracket isn&apos;t closed</source>
        <translation>diese Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>this text has no closing quote</source>
        <translation>diesem Text fehlt das schließende Anführungszeichen</translation>
    </message>
    <message>
        <source>this “[” isn&apos;t closed</source>
        <translation>dieses „[“ ist nicht geschlossen</translation>
    </message>
    <message>
        <source>unexpected data after the end</source>
        <translation>unerwartete Daten nach dem Ende</translation>
    </message>
    <message>
        <source>unexpected end of file</source>
        <translation>unerwartetes Dateiende</translation>
    </message>
    <message>
        <source>unexpected end of file or invalid JSON</source>
        <translation>unerwartetes Dateiende oder ungültiges JSON</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar has too many rules</source>
        <translation>mit allen Wiederholungen hat die Grammatik zu viele Regeln</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar is too long</source>
        <translation>mit allen Wiederholungen ist die Grammatik zu lang</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used, because the graphics driver failed its test ({reason}).</source>
        <translation>{backend} wird nicht genutzt, weil der Grafiktreiber seinen Test nicht bestanden hat ({reason}).</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: it found no graphics card.</source>
        <translation>{backend} wird nicht genutzt: Es wurde keine Grafikkarte gefunden.</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: its driver isn&apos;t installed.</source>
        <translation>{backend} wird nicht genutzt: Der Treiber ist nicht installiert.</translation>
    </message>
    <message>
        <source>{bad} of {parts} parts are missing or damaged.</source>
        <translation>{bad} von {parts} Teilen fehlen oder sind beschädigt.</translation>
    </message>
    <message>
        <source>{blank} of {total} pages contain no text (images aren&apos;t read).</source>
        <translation>{blank} von {total} Seiten enthalten keinen Text (Bilder werden nicht gelesen).</translation>
    </message>
    <message>
        <source>{device} had less free VRAM than its driver reported, so fewer layers run on it.</source>
        <translation>{device} hatte weniger freien VRAM, als der Treiber gemeldet hat. Darauf laufen deshalb weniger Schichten.</translation>
    </message>
    <message>
        <source>{failed} of {total} pages are damaged and were skipped.</source>
        <translation>{failed} von {total} Seiten sind beschädigt und wurden übersprungen.</translation>
    </message>
    <message>
        <source>{heads} query heads can&apos;t share {heads_kv} KV heads</source>
        <translation>{heads} Query-Köpfe können sich {heads_kv} KV-Köpfe nicht teilen</translation>
    </message>
    <message>
        <source>{host} doesn&apos;t have this file or repository.</source>
        <translation>{host} hat diese Datei oder dieses Repository nicht.</translation>
    </message>
    <message>
        <source>{host} is busy.</source>
        <translation>{host} ist ausgelastet.</translation>
    </message>
    <message>
        <source>{host} isn&apos;t responding.</source>
        <translation>{host} reagiert nicht.</translation>
    </message>
    <message>
        <source>{host} redirected the request to an address that isn&apos;t allowed.</source>
        <translation>{host} hat die Anfrage an eine unzulässige Adresse weitergeleitet.</translation>
    </message>
    <message>
        <source>{host} refused the request (status {status}).</source>
        <translation>{host} hat die Anfrage abgelehnt (Status {status}).</translation>
    </message>
    <message>
        <source>{host} reported a server error (status {status}).</source>
        <translation>{host} meldet einen Serverfehler (Status {status}).</translation>
    </message>
    <message>
        <source>{host} requires an access token.</source>
        <translation>{host} verlangt ein Zugriffstoken.</translation>
    </message>
    <message>
        <source>{key} contains invalid numbers</source>
        <translation>{key} enthält ungültige Zahlen</translation>
    </message>
    <message>
        <source>{key} has the invalid value {value}</source>
        <translation>{key} hat den ungültigen Wert {value}</translation>
    </message>
    <message>
        <source>{loosened} Nothing was deleted.</source>
        <translation>{loosened} Es wurde nichts gelöscht.</translation>
    </message>
    <message>
        <source>{name} contains no text.</source>
        <translation>{name} enthält keinen Text.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t contain the add-on, so it was deleted.</source>
        <translation>{name} enthält die Erweiterung nicht und wurde deshalb gelöscht.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t make embeddings.</source>
        <translation>{name} erzeugt keine Embeddings.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t need a head profile. {reason}</source>
        <translation>{name} braucht kein Kopfprofil. {reason}</translation>
    </message>
    <message>
        <source>{name} failed to load {times} times in a row, so Longthread stopped trying.</source>
        <translation>{name} ließ sich {times} Mal in Folge nicht laden. Longthread versucht es nicht weiter.</translation>
    </message>
    <message>
        <source>{name} has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>{name} hat etwa {tokens} Token, im Kontext ist aber nur Platz für {room}.</translation>
    </message>
    <message>
        <source>{name} has changed since you added it.</source>
        <translation>{name} hat sich geändert, seit Sie es hinzugefügt haben.</translation>
    </message>
    <message>
        <source>{name} has more than {most} MB of text.</source>
        <translation>{name} enthält mehr als {most} MB Text.</translation>
    </message>
    <message>
        <source>{name} is a GGUF file without a model architecture.</source>
        <translation>{name} ist eine GGUF-Datei ohne Modellarchitektur.</translation>
    </message>
    <message>
        <source>{name} is a big-endian GGUF file.</source>
        <translation>{name} ist eine Big-Endian-GGUF-Datei.</translation>
    </message>
    <message>
        <source>{name} is for audio, not for images.</source>
        <translation>{name} ist für Audio, nicht für Bilder.</translation>
    </message>
    <message>
        <source>{name} is incomplete.</source>
        <translation>{name} ist unvollständig.</translation>
    </message>
    <message>
        <source>{name} is larger than announced.</source>
        <translation>{name} ist größer als angegeben.</translation>
    </message>
    <message>
        <source>{name} is loaded. Your chat continues.</source>
        <translation>{name} ist geladen. Ihr Chat geht weiter.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts of a model, but its name doesn&apos;t say which one.</source>
        <translation>{name} ist einer von {count} Teilen eines Modells, aber der Name nennt nicht, welcher.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts, but its name says {named}.</source>
        <translation>{name} ist einer von {count} Teilen, im Namen steht jedoch {named}.</translation>
    </message>
    <message>
        <source>{name} is still being written.</source>
        <translation>{name} wird noch geschrieben.</translation>
    </message>
    <message>
        <source>{name} is the vision projector of another model: it has {widths} numbers per row, this model has {width}.</source>
        <translation>{name} ist der Vision-Projektor eines anderen Modells: Er hat {widths} Zahlen je Zeile, dieses Modell {width}.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a GGUF model file.</source>
        <translation>{name} ist keine GGUF-Modelldatei.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a model file.</source>
        <translation>{name} ist keine Modelldatei.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a vision projector.</source>
        <translation>{name} ist kein Vision-Projektor.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t plain text.</source>
        <translation>{name} ist kein reiner Text.</translation>
    </message>
    <message>
        <source>{name} made no progress while loading, so Longthread stopped it.</source>
        <translation>{name} kam beim Laden nicht voran, daher hat Longthread den Vorgang beendet.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM or VRAM, but only {free:memory} is free.</source>
        <translation>{name} braucht etwa {need:memory} RAM oder VRAM, frei sind nur {free:memory}.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM, but only {free:memory} is free.</source>
        <translation>{name} braucht etwa {need:memory} RAM, aber nur {free:memory} sind frei.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} on {device}, but only {free:memory} is free there.</source>
        <translation>{name} braucht etwa {need:memory} auf {device}, dort sind aber nur {free:memory} frei.</translation>
    </message>
    <message>
        <source>{name} uses GGUF version {version}. Longthread supports versions 2 and 3.</source>
        <translation>{name} verwendet GGUF-Version {version}. Longthread unterstützt die Versionen 2 und 3.</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} wurde verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its KV cache uses only {taken:memory} of the {budget:memory} you allow.</source>
        <translation>{name} wurde für {most} Token trainiert, daher belegt sein KV-Cache nur {taken:memory} der erlaubten {budget:memory}.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its context isn&apos;t larger, although you set {asked}. Longer chats continue with compaction.</source>
        <translation>{name} wurde für {most} Token trainiert, daher ist sein Kontext nicht größer, obwohl Sie {asked} eingestellt haben. Längere Chats gehen mit Verdichtung weiter.</translation>
    </message>
    <message>
        <source>{n} documents have changed.</source>
        <translation>{n} Dokumente haben sich geändert.</translation>
    </message>
    <message>
        <source>{n} files were skipped. Choose a smaller folder.</source>
        <translation>{n} Dateien wurden übersprungen. Wählen Sie einen kleineren Ordner.</translation>
    </message>
    <message>
        <source>{n} files were skipped: too large, too many or not text.</source>
        <translation>{n} Dateien wurden übersprungen: zu groß, zu viele oder kein Text.</translation>
    </message>
    <message>
        <source>{on} of {layers} layers run on {device}, the others on the processor.</source>
        <translation>{on} von {layers} Schichten laufen auf {device}, die übrigen auf dem Prozessor.</translation>
    </message>
    <message>
        <source>{repo} no longer has {name}.</source>
        <translation>{repo} enthält {name} nicht mehr.</translation>
    </message>
    <message>
        <source>{rescued} The damaged file is kept as {path}, next to backups from earlier days.</source>
        <translation>{rescued} Die beschädigte Datei bleibt als {path} erhalten, neben Sicherungskopien früherer Tage.</translation>
    </message>
    <message>
        <source>{text} isn&apos;t a number</source>
        <translation>{text} ist keine Zahl</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} Token, alle {layers} Schichten auf der GPU, KV-Cache {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the processor ({threads} threads), KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} Token, alle {layers} Schichten auf dem Prozessor ({threads} Threads), KV-Cache {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{tokens} tokens, {there} of {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} Token, {there} von {layers} Schichten auf der GPU, KV-Cache {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{why:whole} The model was loaded for text only.</source>
        <translation>{why:whole} Das Modell wurde nur für Text geladen.</translation>
    </message>
    <message>
        <source>{why} The model continues without the document, which stays in the chat.</source>
        <translation>{why} Das Modell macht ohne das Dokument weiter, das im Chat erhalten bleibt.</translation>
    </message>
    <message>
        <source>{why} The model continues without the image, which stays in the chat.</source>
        <translation>{why} Das Modell macht ohne das Bild weiter, das im Chat erhalten bleibt.</translation>
    </message>
    <message>
        <source>“Stay offline” is on.</source>
        <translation>„Offline bleiben“ ist eingeschaltet.</translation>
    </message>
    <message>
        <source>“\{kind}” is unknown; write a backslash as \\</source>
        <translation>„\{kind}“ ist unbekannt; schreiben Sie einen Backslash als \\</translation>
    </message>
    <message>
        <source>“{char}” has nothing to repeat</source>
        <translation>vor „{char}“ steht nichts, was sich wiederholen lässt</translation>
    </message>
    <message>
        <source>“{kv_type}” isn&apos;t a KV cache type.</source>
        <translation>„{kv_type}“ ist kein KV-Cache-Typ.</translation>
    </message>
    <message>
        <source>“{name}” contains a chat that is too large to import.</source>
        <translation>„{name}“ enthält einen Chat, der zu groß für den Import ist.</translation>
    </message>
    <message>
        <source>“{name}” contains a damaged chat ({reason}).</source>
        <translation>„{name}“ enthält einen beschädigten Chat ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” contains a message that is too large to import.</source>
        <translation>„{name}“ enthält eine Nachricht, die zu groß für den Import ist.</translation>
    </message>
    <message>
        <source>“{name}” contains damaged folders ({reason}).</source>
        <translation>„{name}“ enthält beschädigte Ordner ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” contains no chats.</source>
        <translation>„{name}“ enthält keine Chats.</translation>
    </message>
    <message>
        <source>“{name}” contains no files that Longthread can read.</source>
        <translation>„{name}“ enthält keine Dateien, die Longthread lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” contains only images of pages, no text.</source>
        <translation>„{name}“ enthält nur Bilder von Seiten, keinen Text.</translation>
    </message>
    <message>
        <source>“{name}” contains slides, which Longthread can&apos;t read.</source>
        <translation>„{name}“ enthält Folien, die Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” contains too many files.</source>
        <translation>„{name}“ enthält zu viele Dateien.</translation>
    </message>
    <message>
        <source>“{name}” contains unsafe XML.</source>
        <translation>„{name}“ enthält unsicheres XML.</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t exist or isn&apos;t a file.</source>
        <translation>„{name}“ existiert nicht oder ist keine Datei.</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t say which format version it uses.</source>
        <translation>„{name}“ nennt keine Formatversion.</translation>
    </message>
    <message>
        <source>“{name}” has a structure that Longthread can&apos;t read.</source>
        <translation>„{name}“ hat einen Aufbau, den Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” has an image format that Longthread can&apos;t read.</source>
        <translation>„{name}“ hat ein Bildformat, das Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” has changed.</source>
        <translation>„{name}“ hat sich geändert.</translation>
    </message>
    <message>
        <source>“{name}” has {total} pages. The limit is {most}.</source>
        <translation>„{name}“ hat {total} Seiten. Möglich sind höchstens {most}.</translation>
    </message>
    <message>
        <source>“{name}” is a Rich Text file, which Longthread can&apos;t read.</source>
        <translation>„{name}“ ist eine Rich-Text-Datei, die Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>„{name}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>“{name}” is a workbook, which Longthread can&apos;t read.</source>
        <translation>„{name}“ ist eine Arbeitsmappe, die Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” is an OpenDocument file, which Longthread can&apos;t read.</source>
        <translation>„{name}“ ist eine OpenDocument-Datei, die Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{name}” is an archive.</source>
        <translation>„{name}“ ist ein Archiv.</translation>
    </message>
    <message>
        <source>“{name}” is an image, but no model with a vision projector is loaded.</source>
        <translation>„{name}“ ist ein Bild, aber es ist kein Modell mit Vision-Projektor geladen.</translation>
    </message>
    <message>
        <source>“{name}” is an image.</source>
        <translation>„{name}“ ist ein Bild.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or isn&apos;t what it seems.</source>
        <translation>„{name}“ ist beschädigt oder etwas anderes, als es scheint.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or too large.</source>
        <translation>„{name}“ ist beschädigt oder zu groß.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, and no messages could be recovered from it.</source>
        <translation>„{name}“ ist beschädigt, und keine Nachricht darin konnte wiederhergestellt werden.</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>„{name}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: none of its pages can be read.</source>
        <translation>„{name}“ ist beschädigt: Keine der Seiten kann gelesen werden.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the document is incomplete.</source>
        <translation>„{name}“ ist beschädigt: Das Dokument ist unvollständig.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the file is incomplete.</source>
        <translation>„{name}“ ist beschädigt: Die Datei ist unvollständig.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>„{name}“ ist leer.</translation>
    </message>
    <message>
        <source>“{name}” is gone.</source>
        <translation>„{name}“ ist nicht mehr da.</translation>
    </message>
    <message>
        <source>“{name}” is in an old Office format.</source>
        <translation>„{name}“ hat ein altes Office-Format.</translation>
    </message>
    <message>
        <source>“{name}” is in use.</source>
        <translation>Die Datei „{name}“ wird gerade benutzt.</translation>
    </message>
    <message>
        <source>“{name}” is password-protected.</source>
        <translation>„{name}“ ist passwortgeschützt.</translation>
    </message>
    <message>
        <source>“{name}” is taking a while.</source>
        <translation>„{name}“ braucht eine Weile.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size:size}; the limit is {most:size}).</source>
        <translation>„{name}“ ist zu groß ({size:size}; möglich sind höchstens {most:size}).</translation>
    </message>
    <message>
        <source>“{name}” is too large when unpacked.</source>
        <translation>„{name}“ ist entpackt zu groß.</translation>
    </message>
    <message>
        <source>“{name}” is too long (more than {most} characters of text).</source>
        <translation>„{name}“ ist zu lang (mehr als {most} Zeichen Text).</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Longthread database.</source>
        <translation>„{name}“ ist keine Datenbank von Longthread.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Word document.</source>
        <translation>„{name}“ ist kein Word-Dokument.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a chat export that Longthread supports.</source>
        <translation>„{name}“ ist kein Chat-Export, den Longthread unterstützt.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a text file.</source>
        <translation>„{name}“ ist keine Textdatei.</translation>
    </message>
    <message>
        <source>“{name}” takes too long to read.</source>
        <translation>„{name}“ zu lesen dauert zu lange.</translation>
    </message>
    <message>
        <source>“{name}” takes too much RAM to read.</source>
        <translation>„{name}“ zu lesen braucht zu viel RAM.</translation>
    </message>
    <message>
        <source>“{name}” uses an encryption that Longthread can&apos;t read.</source>
        <translation>„{name}“ verwendet eine Verschlüsselung, die Longthread nicht lesen kann.</translation>
    </message>
    <message>
        <source>“{pattern}” isn&apos;t a valid pattern ({reason}).</source>
        <translation>„{pattern}“ ist kein gültiges Muster ({reason}).</translation>
    </message>
    <message>
        <source>“{repo}” isn&apos;t a valid repository name.</source>
        <translation>„{repo}“ ist kein gültiger Repository-Name.</translation>
    </message>
    <message>
        <source>“{text}” doesn&apos;t belong here</source>
        <translation>„{text}“ gehört nicht hierher</translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>%Ln saved session(s)</source>
        <translation>
            <numerusform>%Ln gespeicherte Sitzung</numerusform>
            <numerusform>%Ln gespeicherte Sitzungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Change it if another program uses this port.</source>
        <translation>Ändern Sie ihn, wenn ein anderes Programm diesen Port belegt.</translation>
    </message>
    <message>
        <source>Coding agent (Claude Code)</source>
        <translation>Programmieragent (Claude Code)</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>Programm verbinden</translation>
    </message>
    <message>
        <source>Copied text contains your key. Programs may use any model name.</source>
        <translation>Kopierter Text enthält Ihren Schlüssel. Programme dürfen jeden Modellnamen angeben.</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy: {name}</source>
        <translation>Kopieren: {name}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Lets editors, coding agents and scripts on this computer use your model through the OpenAI and Anthropic APIs. When their context fills up, Longthread compacts it and the conversation continues.</source>
        <translation>Editoren, Programmieragenten und Skripte auf diesem Computer können Ihr Modell über die APIs von OpenAI und Anthropic nutzen. Wird ihr Kontext voll, verdichtet Longthread ihn, und das Gespräch geht weiter.</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Lokaler Server</translation>
    </message>
    <message>
        <source>Make a new key. Programs with the old one lose access.</source>
        <translation>Neuen Schlüssel erzeugen. Programme mit dem alten verlieren den Zugang.</translation>
    </message>
    <message>
        <source>Nothing else on your network can reach the server, and programs need the key. Their conversations don&apos;t appear among your chats; the Privacy page shows what is saved of them.</source>
        <translation>Kein anderes Gerät in Ihrem Netzwerk erreicht den Server, und Programme brauchen den Schlüssel. Ihre Gespräche erscheinen nicht unter Ihren Chats. Die Seite „Datenschutz“ zeigt, was davon gespeichert ist.</translation>
    </message>
    <message>
        <source>Off. No program can use your model.</source>
        <translation>Aus. Kein Programm kann Ihr Modell nutzen.</translation>
    </message>
    <message>
        <source>On, but no model is loaded. Load one so that programs get replies.</source>
        <translation>An, aber kein Modell ist geladen. Laden Sie eines, damit Programme Antworten bekommen.</translation>
    </message>
    <message>
        <source>On. Programs on this computer can use your model.</source>
        <translation>An. Programme auf diesem Computer können Ihr Modell nutzen.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Python (openai package)</source>
        <translation>Python (Paket openai)</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Requests appear here while the server is on.</source>
        <translation>Solange der Server an ist, erscheinen hier Anfragen.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>Terminal (curl)</source>
        <translation>Terminal (curl)</translation>
    </message>
    <message>
        <source>The server starts when you load a model.</source>
        <translation>Der Server startet, wenn Sie ein Modell laden.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>VS Code and JetBrains (Continue, config.yaml)</source>
        <translation>VS Code und JetBrains (Continue, config.yaml)</translation>
    </message>
    <message>
        <source>Your system has no password store. The key changes when Longthread restarts.</source>
        <translation>Ihr System hat keinen Passwortspeicher. Nach einem Neustart von Longthread gilt ein neuer Schlüssel.</translation>
    </message>
    <message>
        <source>done in {time}</source>
        <translation>fertig in {time}</translation>
    </message>
    <message>
        <source>error {status}</source>
        <translation>Fehler {status}</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>read {new} of {all} tokens</source>
        <translation>{new} von {all} Token gelesen</translation>
    </message>
    <message>
        <source>wrote {n}</source>
        <translation>{n} geschrieben</translation>
    </message>
    <message>
        <source>{n} done since the start</source>
        <translation>{n} seit dem Start beantwortet</translation>
    </message>
    <message>
        <source>{n} in progress</source>
        <translation>{n} in Arbeit</translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation>{n} in der Warteschlange</translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>0 always picks the likeliest word; higher is more varied.</source>
        <translation>0 nimmt immer das wahrscheinlichste Wort; höher ist abwechslungsreicher.</translation>
    </message>
    <message>
        <source>A JSON schema, or a GBNF grammar with a “root” rule.</source>
        <translation>Ein JSON-Schema oder eine GBNF-Grammatik mit einer Regel „root“.</translation>
    </message>
    <message>
        <source>Above 1 avoids recently used words.</source>
        <translation>Über 1 meidet kürzlich verwendete Wörter.</translation>
    </message>
    <message>
        <source>Addresses of computers that run “Longthread --rpc-worker”, such as 192.168.1.20:50052.</source>
        <translation>Adressen von Computern, auf denen „Longthread --rpc-worker“ läuft, etwa 192.168.1.20:50052.</translation>
    </message>
    <message>
        <source>Advanced sampling</source>
        <translation>Erweitertes Sampling</translation>
    </message>
    <message>
        <source>Alerts you when a longer reply finishes while you use another window. Notifications need a tray icon and never show the reply.</source>
        <translation>Meldet, wenn eine längere Antwort fertig ist, während Sie ein anderes Fenster verwenden. Benachrichtigungen brauchen ein Tray-Symbol und zeigen nie die Antwort.</translation>
    </message>
    <message>
        <source>Allowed phrase length</source>
        <translation>Erlaubte Wendungslänge</translation>
    </message>
    <message>
        <source>Animates interface changes. Always off if your system reduces motion.</source>
        <translation>Animiert Änderungen der Oberfläche. Immer aus, wenn Ihr System Bewegung reduziert.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Asks Longthread&apos;s release page once a week whether there is a new version. Nothing is installed without you.</source>
        <translation>Fragt einmal in der Woche auf der Veröffentlichungsseite von Longthread nach einer neuen Version. Ohne Sie wird nichts installiert.</translation>
    </message>
    <message>
        <source>Avoids words more the more often they were used; below 0 prefers them.</source>
        <translation>Meidet Wörter umso mehr, je öfter sie vorkamen; unter 0 werden sie bevorzugt.</translation>
    </message>
    <message>
        <source>Avoids words that were already used; below 0 prefers them.</source>
        <translation>Meidet Wörter, die schon vorkamen; unter 0 werden sie bevorzugt.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>Below 1, the temperature reacts early to uncertainty; above 1, late. Needs a temperature range.</source>
        <translation>Unter 1 reagiert die Temperatur früh auf Unsicherheit, über 1 spät. Braucht einen Temperaturbereich.</translation>
    </message>
    <message>
        <source>Blocks all network requests, including searches, downloads and workers.</source>
        <translation>Blockiert alle Netzwerkzugriffe, auch Suchen, Downloads und Worker.</translation>
    </message>
    <message>
        <source>Brings Longthread to the front, whichever program you use.</source>
        <translation>Holt Longthread aus jedem Programm heraus nach vorn.</translation>
    </message>
    <message>
        <source>CPU threads to use. Automatic: measured when you first load a model.</source>
        <translation>Verwendete CPU-Threads. Automatisch: wird gemessen, wenn Sie ein Modell zum ersten Mal laden.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat text size</source>
        <translation>Schriftgröße in Chats</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>Wöchentlich nach Updates suchen</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Rechtschreibung prüfen</translation>
    </message>
    <message>
        <source>Collect facts from chats</source>
        <translation>Fakten aus Chats sammeln</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>Fakten aus Dokumenten sammeln</translation>
    </message>
    <message>
        <source>Compact automatically</source>
        <translation>Automatisch verdichten</translation>
    </message>
    <message>
        <source>Compact down to</source>
        <translation>Verdichten auf</translation>
    </message>
    <message>
        <source>Compacts the older part of a chat when its context fills up.</source>
        <translation>Verdichtet den älteren Teil eines Chats, wenn sein Kontext voll wird.</translation>
    </message>
    <message>
        <source>Compacts the oldest part, or forgets the oldest messages: the text stays, but the model no longer sees it. Models that can&apos;t compact always forget.</source>
        <translation>Verdichtet den ältesten Teil oder vergisst die ältesten Nachrichten: Der Text bleibt, aber das Modell sieht ihn nicht mehr. Modelle ohne Verdichtung vergessen immer.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context as a share</source>
        <translation>Kontext als Anteil</translation>
    </message>
    <message>
        <source>Context in MB</source>
        <translation>Kontext in MB</translation>
    </message>
    <message>
        <source>Context in tokens</source>
        <translation>Kontext in Token</translation>
    </message>
    <message>
        <source>Context meter</source>
        <translation>Kontextanzeige</translation>
    </message>
    <message>
        <source>Context size in</source>
        <translation>Kontextgröße in</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Dictionaries your messages are checked with. Your system provides them. Automatic: the languages of the system and of the window.</source>
        <translation>Wörterbücher, mit denen Ihre Nachrichten geprüft werden. Sie gehören zu Ihrem System. Automatisch: die Sprachen von System und Oberfläche.</translation>
    </message>
    <message>
        <source>Enter sends and Shift+Enter adds a line. When off, the other way around.</source>
        <translation>Eingabe sendet, Umschalt+Eingabe beginnt eine Zeile. Wenn aus, umgekehrt.</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>Follow linked facts</source>
        <translation>Fakten weiterverfolgen</translation>
    </message>
    <message>
        <source>Follow the system, or always use light or dark.</source>
        <translation>Wie das System oder immer hell oder dunkel.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Frees the model&apos;s RAM and VRAM when it wasn&apos;t used for a while. It loads again when you write or send a message. Not while the local server runs.</source>
        <translation>Gibt RAM und VRAM des Modells frei, wenn es eine Weile nicht benutzt wurde. Es wird wieder geladen, wenn Sie eine Nachricht schreiben oder senden. Nicht, solange der lokale Server läuft.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsabzug</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation>GPU-Schichten</translation>
    </message>
    <message>
        <source>Generate titles</source>
        <translation>Titel generieren</translation>
    </message>
    <message>
        <source>Gives the model passages of the chat&apos;s documents that match your message, and cites them in the reply.</source>
        <translation>Gibt dem Modell die Stellen aus den Dokumenten des Chats, die zu Ihrer Nachricht passen, und belegt damit die Antwort.</translation>
    </message>
    <message>
        <source>Global shortcut</source>
        <translation>Globales Tastenkürzel</translation>
    </message>
    <message>
        <source>How far the temperature varies with the model&apos;s uncertainty. 0 keeps it fixed.</source>
        <translation>Wie weit die Temperatur mit der Unsicherheit des Modells schwankt. 0 hält sie fest.</translation>
    </message>
    <message>
        <source>How many recent tokens these three penalties consider; -1 for all.</source>
        <translation>Wie viele der letzten Token diese drei Abzüge berücksichtigen; -1 für alle.</translation>
    </message>
    <message>
        <source>How many recent tokens to search for repeated phrases; -1 for all.</source>
        <translation>Wie viele der letzten Token nach wiederholten Wendungen durchsucht werden; -1 für alle.</translation>
    </message>
    <message>
        <source>How much the model reasons, if supported. Auto: model default.</source>
        <translation>Wie ausführlich die Denkschritte sind, wenn das Modell dies unterstützt. Auto: Standard des Modells.</translation>
    </message>
    <message>
        <source>How much the penalty grows with each repeated word.</source>
        <translation>Wie stark der Abzug mit jedem wiederholten Wort wächst.</translation>
    </message>
    <message>
        <source>How often the likeliest words are skipped (XTC) so that less common ones get a chance.</source>
        <translation>Wie oft die wahrscheinlichsten Wörter übersprungen werden (XTC), damit seltenere eine Chance haben.</translation>
    </message>
    <message>
        <source>How quickly Mirostat adapts.</source>
        <translation>Wie schnell sich Mirostat anpasst.</translation>
    </message>
    <message>
        <source>How strongly to avoid repeated phrases (DRY). 0 turns this off.</source>
        <translation>Wie stark wiederholte Wendungen gemieden werden (DRY). 0 schaltet dies aus.</translation>
    </message>
    <message>
        <source>How surprising the text should be. Lower is plainer.</source>
        <translation>Wie überraschend der Text sein soll. Weniger ist schlichter.</translation>
    </message>
    <message>
        <source>If a compaction would leave fewer of the next 100 words unchanged, Longthread compacts less, as long as that frees enough space. 0 for no limit.</source>
        <translation>Ließe eine Verdichtung weniger der nächsten 100 Wörter unverändert, verdichtet Longthread weniger, solange so genug Platz frei wird. 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>If prepared documents need more space, the least recently used are deleted and prepared again when needed.</source>
        <translation>Wenn vorbereitete Dokumente mehr Platz brauchen, werden die am längsten nicht verwendeten gelöscht und bei Bedarf erneut vorbereitet.</translation>
    </message>
    <message>
        <source>If saved states need more space, the least recently used are deleted and Longthread rereads those chats when you open them. Automatic is a tenth of the free space, at most 20 GB.</source>
        <translation>Brauchen gespeicherte Stände mehr Platz, werden die am längsten nicht verwendeten gelöscht; Longthread liest diese Chats beim Öffnen neu ein. Automatisch ist ein Zehntel des freien Platzes, höchstens 20 GB.</translation>
    </message>
    <message>
        <source>Instructions at the start of every new chat. They are never compacted.</source>
        <translation>Anweisungen am Anfang jedes neuen Chats. Sie werden nie verdichtet.</translation>
    </message>
    <message>
        <source>Interface language. Applies after restart; the model replies in the language you write in.</source>
        <translation>Sprache der Oberfläche. Gilt nach einem Neustart; das Modell antwortet in der Sprache, in der Sie schreiben.</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Größe der Oberfläche</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV-Cache-Typ</translation>
    </message>
    <message>
        <source>Keep recent tokens</source>
        <translation>Neueste Token behalten</translation>
    </message>
    <message>
        <source>Keeps how likely each token of a reply was, and what else could have stood in its place. A button below the reply shows this.</source>
        <translation>Bewahrt auf, wie wahrscheinlich jedes Token einer Antwort war und was sonst an seiner Stelle hätte stehen können. Eine Schaltfläche unter der Antwort zeigt es.</translation>
    </message>
    <message>
        <source>Keeps the text evenly surprising instead of limiting the choice. Replaces top k, top p and similar limits.</source>
        <translation>Hält den Text gleichmäßig überraschend, statt die Auswahl zu begrenzen. Ersetzt Top k, Top p und ähnliche Grenzen.</translation>
    </message>
    <message>
        <source>Keeps words about as surprising as the model expects, up to this share. 100 % for all.</source>
        <translation>Behält Wörter, die etwa so überraschen, wie das Modell erwartet, bis zu diesem Anteil. 100 % für alle.</translation>
    </message>
    <message>
        <source>Keeps words within this many standard deviations of the likeliest. 0 for all.</source>
        <translation>Behält Wörter, die höchstens so viele Standardabweichungen vom wahrscheinlichsten entfernt sind. 0 für alle.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Length and stopping</source>
        <translation>Länge und Ende</translation>
    </message>
    <message>
        <source>Load a chat&apos;s model</source>
        <translation>Modell eines Chats laden</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Maximum reply length</source>
        <translation>Maximale Antwortlänge</translation>
    </message>
    <message>
        <source>Maximum size of the KV cache.</source>
        <translation>Maximale Größe des KV-Caches.</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Minimum unchanged words</source>
        <translation>Unveränderte Wörter (mindestens)</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Mirostat speed</source>
        <translation>Mirostat-Tempo</translation>
    </message>
    <message>
        <source>Mirostat surprise</source>
        <translation>Mirostat-Überraschung</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model layers that run on the GPU, 0 for none. Automatic: as many as fit.</source>
        <translation>Schichten des Modells, die auf der GPU laufen, 0 für keine. Automatisch: so viele, wie passen.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Notify when a reply is ready</source>
        <translation>Benachrichtigen, wenn eine Antwort fertig ist</translation>
    </message>
    <message>
        <source>Number format of the KV cache. q8_0 needs half of f16 with almost no loss; q5_0 and q4_0 need a third and lose some quality.</source>
        <translation>Zahlenformat des KV-Caches. q8_0 braucht die Hälfte von f16 und verliert fast nichts; q5_0 und q4_0 brauchen ein Drittel und verlieren etwas Qualität.</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Andere Computer</translation>
    </message>
    <message>
        <source>Output format</source>
        <translation>Ausgabeformat</translation>
    </message>
    <message>
        <source>Passages for your message also come from facts about the people and things you name, and from facts linked with those.</source>
        <translation>Textstellen zu Ihrer Nachricht kommen auch aus Fakten über die Personen und Dinge, die Sie nennen, und aus Fakten, die damit zusammenhängen.</translation>
    </message>
    <message>
        <source>Passages from documents</source>
        <translation>Stellen aus Dokumenten</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>Abzugsbereich</translation>
    </message>
    <message>
        <source>Phrase penalty</source>
        <translation>Wendungsabzug</translation>
    </message>
    <message>
        <source>Phrase penalty growth</source>
        <translation>Zunahme des Wendungsabzugs</translation>
    </message>
    <message>
        <source>Phrase search range</source>
        <translation>Suchbereich für Wendungen</translation>
    </message>
    <message>
        <source>Phrases up to this length may repeat.</source>
        <translation>Wendungen bis zu dieser Länge dürfen sich wiederholen.</translation>
    </message>
    <message>
        <source>Picks from the k likeliest words. 0 for all.</source>
        <translation>Wählt aus den k wahrscheinlichsten Wörtern. 0 für alle.</translation>
    </message>
    <message>
        <source>Picks from the likeliest words that together reach this share.</source>
        <translation>Wählt aus den wahrscheinlichsten Wörtern, die zusammen diesen Anteil erreichen.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Prepare documents</source>
        <translation>Dokumente vorbereiten</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Vorkommensabzug</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Puts as many layers as fit on computers that lend their RAM or VRAM, for models that are too large for this one. Replies are slower over the network.</source>
        <translation>Legt so viele Schichten wie möglich auf Computer, die ihren RAM oder VRAM leihen, für Modelle, die für diesen zu groß sind. Antworten sind über das Netzwerk langsamer.</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Denkschritte</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>Denkaufwand</translation>
    </message>
    <message>
        <source>Reasoning in context</source>
        <translation>Denkschritte im Kontext</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Wiederholungsabzug</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Replies end before any of these texts appears. Write \n for a new line.</source>
        <translation>Antworten enden, bevor einer dieser Texte erscheint. Schreiben Sie \n für eine neue Zeile.</translation>
    </message>
    <message>
        <source>Replies stop at this length. You can continue them.</source>
        <translation>Bei dieser Länge endet eine Antwort. Sie können sie fortsetzen.</translation>
    </message>
    <message>
        <source>Required for compaction and smaller KV cache types. Auto: best choice for your device.</source>
        <translation>Erforderlich für die Verdichtung und kleinere KV-Cache-Typen. Auto: beste Wahl für Ihr Gerät.</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>Für die Antwort reserviert</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Save power on battery</source>
        <translation>Im Akkubetrieb Strom sparen</translation>
    </message>
    <message>
        <source>Schema or grammar</source>
        <translation>Schema oder Grammatik</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Send with Enter</source>
        <translation>Mit Eingabe senden</translation>
    </message>
    <message>
        <source>Set the context size in tokens, in MB, or as a share of free RAM and VRAM. Applies the next time a model is loaded.</source>
        <translation>Kontextgröße in Token, in MB oder als Anteil des freien RAM und VRAM festlegen. Gilt, sobald ein Modell geladen wird.</translation>
    </message>
    <message>
        <source>Share of the RAM and VRAM that is free when no model is loaded.</source>
        <translation>Anteil des RAM und VRAM, der ohne geladenes Modell frei ist.</translation>
    </message>
    <message>
        <source>Share of the context in use after compaction. Lower frees more space but keeps less detail.</source>
        <translation>Belegter Anteil des Kontexts nach einer Verdichtung. Weniger schafft mehr Platz, behält aber weniger Details.</translation>
    </message>
    <message>
        <source>Share of the context in use at which compaction starts.</source>
        <translation>Belegter Anteil des Kontexts, ab dem die Verdichtung beginnt.</translation>
    </message>
    <message>
        <source>Share of the layers on each GPU, such as 3, 1. Leave empty to split by free VRAM.</source>
        <translation>Anteil der Schichten auf jeder GPU, zum Beispiel 3, 1. Leer: Aufteilung nach freiem VRAM.</translation>
    </message>
    <message>
        <source>Show one line that opens when you click it or when the context is being read or compacted, or always show the details.</source>
        <translation>Eine Zeile, die sich auf Klick oder beim Lesen und Verdichten des Kontexts öffnet, oder immer alle Details.</translation>
    </message>
    <message>
        <source>Shows an icon if the system has a tray. Closing the window still quits.</source>
        <translation>Zeigt ein Symbol, wenn das System einen Tray hat. Das Schließen des Fensters beendet Longthread weiterhin.</translation>
    </message>
    <message>
        <source>Size of text, buttons and images in the whole window. Applies after restart.</source>
        <translation>Größe von Schrift, Schaltflächen und Bildern im ganzen Fenster. Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>Size of the text in messages and in the message field.</source>
        <translation>Schriftgröße in Nachrichten und im Eingabefeld.</translation>
    </message>
    <message>
        <source>Skip likely words</source>
        <translation>Wahrscheinliches auslassen</translation>
    </message>
    <message>
        <source>Skip threshold</source>
        <translation>Schwelle zum Auslassen</translation>
    </message>
    <message>
        <source>Skips words less likely than this share of the likeliest.</source>
        <translation>Lässt Wörter aus, die unwahrscheinlicher sind als dieser Anteil des wahrscheinlichsten.</translation>
    </message>
    <message>
        <source>Space between lines, messages and chats.</source>
        <translation>Abstand zwischen Zeilen, Nachrichten und Chats.</translation>
    </message>
    <message>
        <source>Space for documents</source>
        <translation>Platz für Dokumente</translation>
    </message>
    <message>
        <source>Space for passages</source>
        <translation>Platz für Stellen</translation>
    </message>
    <message>
        <source>Space for saved states</source>
        <translation>Platz für gespeicherte Stände</translation>
    </message>
    <message>
        <source>Spelling languages</source>
        <translation>Sprachen der Rechtschreibung</translation>
    </message>
    <message>
        <source>Split across GPUs</source>
        <translation>Aufteilung auf GPUs</translation>
    </message>
    <message>
        <source>Start compacting at</source>
        <translation>Verdichten ab</translation>
    </message>
    <message>
        <source>Stay awake while working</source>
        <translation>Bei der Arbeit wach bleiben</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Offline bleiben</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>Stoppsequenzen</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>Temperaturverlauf</translation>
    </message>
    <message>
        <source>Temperature range</source>
        <translation>Temperaturbereich</translation>
    </message>
    <message>
        <source>Text leaves replies free. JSON, a JSON schema or a grammar structures the reply, but not the reasoning.</source>
        <translation>Text lässt Antworten frei. JSON, ein JSON-Schema oder eine Grammatik strukturieren die Antwort, aber nicht die Denkschritte.</translation>
    </message>
    <message>
        <source>The model also lists who and what your chats are about, when it&apos;s idle. When you turn this off, facts from chats are deleted.</source>
        <translation>Das Modell hält im Leerlauf auch fest, um wen und was es in Ihren Chats geht. Wenn Sie das ausschalten, werden Fakten aus Chats gelöscht.</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your chats&apos; documents and how they&apos;re linked, when it&apos;s idle. Code is left out.</source>
        <translation>Das Modell hält im Leerlauf fest, welche Personen, Organisationen und Orte in den Dokumenten Ihrer Chats vorkommen und wie sie zusammenhängen. Code wird ausgelassen.</translation>
    </message>
    <message>
        <source>The model names a chat after its first reply, when it&apos;s idle. When off, the first line of your message is the title.</source>
        <translation>Das Modell benennt einen Chat nach der ersten Antwort, sobald es Zeit hat. Wenn aus, ist die erste Zeile Ihrer Nachricht der Titel.</translation>
    </message>
    <message>
        <source>The most recent tokens of a chat, kept in full detail.</source>
        <translation>Die neuesten Token eines Chats, die vollständig erhalten bleiben.</translation>
    </message>
    <message>
        <source>The most that passages may add to a message. More gives the model more to go by but fills the context sooner.</source>
        <translation>So viel dürfen Stellen zu einer Nachricht hinzufügen. Mehr gibt dem Modell mehr Anhaltspunkte, füllt aber den Kontext schneller.</translation>
    </message>
    <message>
        <source>The same seed gives the same reply. -1 picks a random seed.</source>
        <translation>Derselbe Startwert ergibt dieselbe Antwort. -1 wählt einen zufälligen Startwert.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Token details</source>
        <translation>Token-Details</translation>
    </message>
    <message>
        <source>Token probabilities</source>
        <translation>Token-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Tokens that fit before compaction starts. Automatic: as many as suit your computer and the model.</source>
        <translation>Token, die Platz haben, bevor das Verdichten beginnt. Automatisch: so viele, wie zu Ihrem Computer und dem Modell passen.</translation>
    </message>
    <message>
        <source>Tokens that stay free for the next reply.</source>
        <translation>Token, die für die nächste Antwort frei bleiben.</translation>
    </message>
    <message>
        <source>Tokens the model reads at once. Smaller batches need less RAM or VRAM and read more slowly.</source>
        <translation>Token, die das Modell auf einmal liest. Kleinere Batches brauchen weniger RAM oder VRAM und lesen langsamer.</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n Sigma</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Tray icon</source>
        <translation>Tray-Symbol</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Underlines words in your message that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>Unterstreicht Wörter in Ihrer Nachricht, die das Wörterbuch Ihres Systems nicht kennt.</translation>
    </message>
    <message>
        <source>Unload when idle</source>
        <translation>Bei Nichtgebrauch entladen</translation>
    </message>
    <message>
        <source>Use other computers</source>
        <translation>Andere Computer verwenden</translation>
    </message>
    <message>
        <source>Use reasoning</source>
        <translation>Denkschritte verwenden</translation>
    </message>
    <message>
        <source>When models are idle, they prepare the documents of your chats, so that chats have all of them in view. When off, only matching passages are used.</source>
        <translation>Modelle bereiten die Dokumente Ihrer Chats vor, wenn sie nichts zu tun haben, damit Chats sie ganz im Kontext haben. Wenn aus, werden nur passende Stellen verwendet.</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Wenn der Kontext voll ist</translation>
    </message>
    <message>
        <source>When you open a chat that was last used with another model: ask whether to load that model, always load it, or stay with the current model.</source>
        <translation>Wenn Sie einen Chat öffnen, der zuletzt mit einem anderen Modell verwendet wurde: nachfragen, ob dieses Modell geladen werden soll, es immer laden oder beim aktuellen Modell bleiben.</translation>
    </message>
    <message>
        <source>Whether reasoning stays in the context after the reply; you can always read it. Auto: model default.</source>
        <translation>Ob Denkschritte nach der Antwort im Kontext bleiben; lesen können Sie sie immer. Auto: Standard des Modells.</translation>
    </message>
    <message>
        <source>Whether the model reasons before it replies, if supported. Auto: model default.</source>
        <translation>Ob das Modell vor der Antwort Denkschritte macht, wenn es dies unterstützt. Auto: Standard des Modells.</translation>
    </message>
    <message>
        <source>While your computer runs on battery, Longthread doesn&apos;t prepare documents, collect facts, measure models or refine compactions, unless you ask it to.</source>
        <translation>Solange Ihr Computer mit Akku läuft, bereitet Longthread keine Dokumente vor, sammelt keine Fakten, misst keine Modelle und verfeinert keine Verdichtungen, außer Sie verlangen es.</translation>
    </message>
    <message>
        <source>Words at least this likely can be skipped; one of them always stays.</source>
        <translation>Wörter ab dieser Wahrscheinlichkeit können ausgelassen werden; eines davon bleibt immer.</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Your computer doesn&apos;t go to sleep automatically while a reply is written, or a model is downloaded or measured.</source>
        <translation>Ihr Computer geht nicht automatisch in den Ruhezustand, solange eine Antwort geschrieben oder ein Modell heruntergeladen oder gemessen wird.</translation>
    </message>
    <message>
        <source>of 100</source>
        <translation>von 100</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%Ln character(s) too long. Longthread keeps the earlier text.</source>
        <translation>
            <numerusform>%Ln Zeichen zu lang. Longthread behält den bisherigen Text.</numerusform>
            <numerusform>%Ln Zeichen zu lang. Longthread behält den bisherigen Text.</numerusform>
        </translation>
    </message>
    <message>
        <source>All sections</source>
        <translation>Alle Bereiche</translation>
    </message>
    <message>
        <source>Change “{label}” to use this.</source>
        <translation>Ändern Sie dafür „{label}“.</translation>
    </message>
    <message>
        <source>Increase “{label}” to use this.</source>
        <translation>Erhöhen Sie dafür „{label}“.</translation>
    </message>
    <message>
        <source>No matching settings.</source>
        <translation>Keine passenden Einstellungen.</translation>
    </message>
    <message>
        <source>Reset “{label}” to its default</source>
        <translation>„{label}“ auf den Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Turn on “{label}” to use this.</source>
        <translation>Schalten Sie dafür „{label}“ ein.</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Backspace removes the shortcut. Esc cancels.</source>
        <translation>Rücktaste entfernt das Kürzel. Esc bricht ab.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Click a shortcut to change it. Changes apply immediately.</source>
        <translation>Klicken Sie auf ein Kürzel, um es zu ändern. Änderungen gelten sofort.</translation>
    </message>
    <message>
        <source>Fixed shortcuts</source>
        <translation>Feste Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>No matching shortcuts.</source>
        <translation>Keine passenden Tastenkürzel.</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>Tasten drücken …</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Neu zuweisen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Reset “{action}” to its default shortcut</source>
        <translation>„{action}“ auf das Standardkürzel zurücksetzen</translation>
    </message>
    <message>
        <source>Search by name or keys</source>
        <translation>Nach Namen oder Tasten suchen</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>Tastenkürzel durchsuchen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>“{other}” already uses {keys}.</source>
        <translation>„{other}“ verwendet bereits {keys}.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln Chat</numerusform>
            <numerusform>%Ln Chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Draft: {words}</source>
        <translation>Entwurf: {words}</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Alle Chats exportieren</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>Chats exportieren</translation>
    </message>
    <message>
        <source>Exporting to {name}</source>
        <translation>Export nach {name}</translation>
    </message>
    <message>
        <source>Folder settings…</source>
        <translation>Ordnereinstellungen …</translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation>
            <numerusform>Ordner {name}, %Ln Chat, {state}</numerusform>
            <numerusform>Ordner {name}, %Ln Chats, {state}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in %Ln message(s)</source>
        <translation>
            <numerusform>In %Ln Nachricht gefunden</numerusform>
            <numerusform>In %Ln Nachrichten gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in more than %Ln message(s)</source>
        <translation>
            <numerusform>In mehr als %Ln Nachricht gefunden</numerusform>
            <numerusform>In mehr als %Ln Nachrichten gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>Chats aus Datei importieren …</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>Chats aus Ordner importieren …</translation>
    </message>
    <message>
        <source>Importing {name}</source>
        <translation>Import von {name}</translation>
    </message>
    <message>
        <source>JSON with all versions…</source>
        <translation>JSON mit allen Versionen …</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Wissen</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown …</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models run on this computer, unless you switch on “Use other computers”. Longthread uses the network only for what you ask it to do.</source>
        <translation>Modelle laufen auf diesem Computer, es sei denn, Sie schalten „Andere Computer verwenden“ ein. Longthread nutzt das Netzwerk nur für das, was Sie von ihm verlangen.</translation>
    </message>
    <message>
        <source>More: folders, import, export</source>
        <translation>Mehr: Ordner, Import, Export</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to trash</source>
        <translation>
            <numerusform>%Ln Chat in den Papierkorb legen</numerusform>
            <numerusform>%Ln Chats in den Papierkorb legen</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Verschieben nach</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>Move, export and more</source>
        <translation>Verschieben, exportieren und mehr</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New chat in folder</source>
        <translation>Neuer Chat im Ordner</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner …</translation>
    </message>
    <message>
        <source>No chats yet.
Your chats appear here.</source>
        <translation>Noch keine Chats.
Ihre Chats erscheinen hier.</translation>
    </message>
    <message>
        <source>No results for “{searched}”.
Results contain every word, in any order.</source>
        <translation>Keine Ergebnisse für „{searched}“.
Ergebnisse enthalten jedes Wort, egal in welcher Reihenfolge.</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>Online</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>In neuem Fenster öffnen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Printing on {name}</source>
        <translation>Druckt auf {name}</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Remove folder, keep chats</source>
        <translation>Ordner entfernen, Chats behalten</translation>
    </message>
    <message>
        <source>Remove from folder</source>
        <translation>Aus Ordner entfernen</translation>
    </message>
    <message>
        <source>Remove from folders</source>
        <translation>Aus Ordnern entfernen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Ordner umbenennen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Titel und Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>Diese Woche</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>eingeklappt</translation>
    </message>
    <message>
        <source>context {share} full</source>
        <translation>Kontext zu {share} voll</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>ausgeklappt</translation>
    </message>
    <message>
        <source>new reply</source>
        <translation>neue Antwort</translation>
    </message>
    <message>
        <source>not loaded yet</source>
        <translation>noch nicht geladen</translation>
    </message>
    <message>
        <source>partly compacted</source>
        <translation>teilweise verdichtet</translation>
    </message>
    <message>
        <source>writing a reply</source>
        <translation>schreibt eine Antwort</translation>
    </message>
    <message>
        <source>{chosen} selected</source>
        <translation>{chosen} ausgewählt</translation>
    </message>
    <message numerus="yes">
        <source>{share} · %Ln chat(s)</source>
        <translation>
            <numerusform>{share} · %Ln Chat</numerusform>
            <numerusform>{share} · %Ln Chats</numerusform>
        </translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
</context>
<context>
    <name>Speech</name>
    <message>
        <source>Can&apos;t read this aloud.</source>
        <translation>Das Vorlesen ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Check the speech settings of your system.</source>
        <translation>Prüfen Sie die Spracheinstellungen Ihres Systems.</translation>
    </message>
</context>
<context>
    <name>Spelling</name>
    <message>
        <source>Add to dictionary</source>
        <translation>Zum Wörterbuch hinzufügen</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Keine Vorschläge</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Already open</source>
        <translation>Bereits geöffnet</translation>
    </message>
    <message>
        <source>Can&apos;t open your chats</source>
        <translation>Ihre Chats lassen sich nicht öffnen</translation>
    </message>
    <message>
        <source>Can&apos;t use the data folder</source>
        <translation>Datenordner nicht verwendbar</translation>
    </message>
    <message>
        <source>Choose another folder with --data.</source>
        <translation>Wählen Sie mit --data einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Longthread can&apos;t use {folder} ({problem}).</source>
        <translation>Longthread kann {folder} nicht verwenden ({problem}).</translation>
    </message>
    <message>
        <source>Longthread quit unexpectedly twice during startup, so it started in safe mode.</source>
        <translation>Longthread wurde beim Start zweimal unerwartet beendet und ist deshalb im abgesicherten Modus gestartet.</translation>
    </message>
    <message>
        <source>Longthread started in safe mode, without loading a model or opening a chat.</source>
        <translation>Longthread ist im abgesicherten Modus gestartet, ohne Modell und ohne Chat.</translation>
    </message>
    <message>
        <source>Your chats and models are safe. Open a chat, load a model, or start normally.</source>
        <translation>Ihre Chats und Modelle sind sicher. Öffnen Sie einen Chat, laden Sie ein Modell oder starten Sie normal.</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>Decrease {label}</source>
        <translation>{label} verringern</translation>
    </message>
    <message>
        <source>Increase {label}</source>
        <translation>{label} erhöhen</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Reading this chat again ({n} tokens) may take a few minutes.</source>
        <translation>Diesen Chat ({n} Token) neu zu lesen, kann einige Minuten dauern.</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} minutes.</source>
        <translation>Diesen Chat neu zu lesen, dauert etwa {n} Minuten.</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} seconds.</source>
        <translation>Diesen Chat neu zu lesen, dauert etwa {n} Sekunden.</translation>
    </message>
    <message>
        <source>Switch model</source>
        <translation>Modell wechseln</translation>
    </message>
    <message numerus="yes">
        <source>This interrupts the reply in %Ln chat(s).</source>
        <translation>
            <numerusform>Das unterbricht die Antwort in %Ln Chat.</numerusform>
            <numerusform>Das unterbricht die Antworten in %Ln Chats.</numerusform>
        </translation>
    </message>
    <message>
        <source>Use {model} in this chat?</source>
        <translation>{model} in diesem Chat verwenden?</translation>
    </message>
    <message>
        <source>You can go back to {model} at any time: its saved state is kept.</source>
        <translation>Sie können jederzeit zu {model} zurück: Der gespeicherte Stand bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln found through linked facts</source>
        <translation>
            <numerusform>%Ln über verknüpfte Fakten gefunden</numerusform>
            <numerusform>%Ln über verknüpfte Fakten gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln Stelle</numerusform>
            <numerusform>%Ln Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reasoning token(s) not kept in context</source>
        <translation>
            <numerusform>%Ln Token Denkschritte nicht im Kontext behalten</numerusform>
            <numerusform>%Ln Token Denkschritte nicht im Kontext behalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>, compacted</source>
        <translation>, verdichtet</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0,1 %</translation>
    </message>
    <message>
        <source>Attached: {words}</source>
        <translation>Angehängt: {words}</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Von hier abzweigen</translation>
    </message>
    <message>
        <source>Can&apos;t save the file there ({problem}).</source>
        <translation>Die Datei kann dort nicht gespeichert werden ({problem}).</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Chat messages</source>
        <translation>Nachrichten des Chats</translation>
    </message>
    <message>
        <source>Chat scroll bar</source>
        <translation>Bildlaufleiste des Chats</translation>
    </message>
    <message>
        <source>Choose another location.</source>
        <translation>Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code.</source>
        <comment>read aloud instead of a code block</comment>
        <translation>Code.</translation>
    </message>
    <message>
        <source>Context full</source>
        <translation>Kontext voll</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Linkadresse kopieren</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Nachricht als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Delete this message and all that follow</source>
        <translation>Diese und alle folgenden Nachrichten löschen</translation>
    </message>
    <message>
        <source>Don&apos;t wrap lines</source>
        <translation>Zeilen nicht umbrechen</translation>
    </message>
    <message>
        <source>Edit discarded.</source>
        <translation>Änderung verworfen.</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Edit reply</source>
        <translation>Antwort bearbeiten</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Ihre Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Edited {place}</source>
        <translation>Bearbeitet {place}</translation>
    </message>
    <message>
        <source>Error: {text} {hint}</source>
        <translation>Fehler: {text} {hint}</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>Verdichtungsfehler je Schicht</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Generate reply</source>
        <translation>Antwort generieren</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Grammatik</translation>
    </message>
    <message>
        <source>Hide probabilities</source>
        <translation>Wahrscheinlichkeiten ausblenden</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Interrupted when Longthread was closed</source>
        <translation>Unterbrochen, weil Longthread geschlossen wurde</translation>
    </message>
    <message>
        <source>Interrupted when a model was loaded</source>
        <translation>Unterbrochen, als ein Modell geladen wurde</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>Link to {address}</source>
        <translation>Link zu {address}</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Version</translation>
    </message>
    <message>
        <source>Point at a token to see what else could have stood there.</source>
        <translation>Zeigen Sie auf ein Token, um zu sehen, was sonst dort hätte stehen können.</translation>
    </message>
    <message>
        <source>Press Enter to view {name}.</source>
        <translation>Eingabetaste zeigt {name} an.</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorige Version</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>Read all messages again. They have to fit into the context.</source>
        <translation>Alle Nachrichten neu einlesen. Sie müssen in den Kontext passen.</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>Vorlesen</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>Trotzdem lesen</translation>
    </message>
    <message>
        <source>Read selection aloud</source>
        <translation>Auswahl vorlesen</translation>
    </message>
    <message>
        <source>Reasoned for {time}</source>
        <translation>{time} nachgedacht</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Denkschritte</translation>
    </message>
    <message>
        <source>Reasoning…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu generieren</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Reply limit reached</source>
        <translation>Antwortgrenze erreicht</translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation>Antwort: {text}</translation>
    </message>
    <message>
        <source>Restore full detail. Rereading may take a while.</source>
        <translation>Stellt alle Details wieder her. Das erneute Lesen kann dauern.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save and ask again</source>
        <translation>Speichern und neu fragen</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>Code speichern</translation>
    </message>
    <message>
        <source>Save code to file</source>
        <translation>Code in Datei speichern</translation>
    </message>
    <message>
        <source>Scroll to end</source>
        <translation>Zum Ende blättern</translation>
    </message>
    <message>
        <source>Select all in chat</source>
        <translation>Alles im Chat auswählen</translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>Das %Ln Zeichen anzeigen</numerusform>
            <numerusform>Alle %Ln Zeichen anzeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile anzeigen</numerusform>
            <numerusform>Alle %Ln Zeilen anzeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger anzeigen</translation>
    </message>
    <message>
        <source>Show probabilities</source>
        <translation>Wahrscheinlichkeiten anzeigen</translation>
    </message>
    <message>
        <source>Show these messages to the model again</source>
        <translation>Diese Nachrichten dem Modell wieder zeigen</translation>
    </message>
    <message>
        <source>Show {more} more of {rows} rows</source>
        <translation>{more} weitere von {rows} Zeilen anzeigen</translation>
    </message>
    <message>
        <source>Source: {words}</source>
        <translation>Quelle: {words}</translation>
    </message>
    <message>
        <source>Sources: {words}</source>
        <translation>Quellen: {words}</translation>
    </message>
    <message>
        <source>Stop reading aloud</source>
        <translation>Vorlesen anhalten</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Structured output: {name}</source>
        <translation>Strukturierte Ausgabe: {name}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The engine stopped during the reply</source>
        <translation>Die Engine wurde während der Antwort beendet</translation>
    </message>
    <message>
        <source>The left and right arrows go from token to token.</source>
        <translation>Die Pfeiltasten links und rechts gehen von Token zu Token.</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>Die Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Tinted where the model was unsure. Probabilities are the model&apos;s own, before the sampling settings.</source>
        <translation>Getönt, wo das Modell unsicher war. Die Wahrscheinlichkeiten sind die des Modells, vor den Sampling-Einstellungen.</translation>
    </message>
    <message>
        <source>Tokens of the reply</source>
        <translation>Token der Antwort</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo last</source>
        <translation>Letzte rückgängig machen</translation>
    </message>
    <message>
        <source>Undo this compaction</source>
        <translation>Diese Verdichtung rückgängig machen</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>Wartet auf ein Modell</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ihre Nachricht</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>eingeklappt</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>ausgeklappt</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>keine Treffer</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place} von {total}</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} Tok/s</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>erstes nach {time}</translation>
    </message>
    <message>
        <source>{token} · others: {others}</source>
        <translation>{token} · andere: {others}</translation>
    </message>
    <message>
        <source>{why} · the model hasn&apos;t read this message</source>
        <translation>{why} · das Modell hat diese Nachricht nicht gelesen</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln Chat</numerusform>
            <numerusform>%Ln Chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln images aren&apos;t in the export, only their names.</source>
        <translation>
            <numerusform>%Ln Bild ist nicht im Export, nur sein Name.</numerusform>
            <numerusform>%Ln Bilder sind nicht im Export, nur ihre Namen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln Nachricht</numerusform>
            <numerusform>%Ln Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln empty folder(s).</source>
        <translation>
            <numerusform>%Ln leerer Ordner hinzugefügt.</numerusform>
            <numerusform>%Ln leere Ordner hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Already here: {known} of {chats}.</source>
        <translation>Schon vorhanden: {known} von {chats}.</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>Chat sent to {name}.</source>
        <translation>Chat an {name} gesendet.</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chat(s) to {name}.</source>
        <translation>
            <numerusform>%Ln Chat nach {name} exportiert.</numerusform>
            <numerusform>%Ln Chats nach {name} exportiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chat(s) with {messages}.</source>
        <translation>
            <numerusform>%Ln Chat mit {messages} importiert.</numerusform>
            <numerusform>%Ln Chats mit {messages} importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>No new chats.</source>
        <translation>Keine neuen Chats.</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln non-text item(s).</source>
        <translation>
            <numerusform>%Ln Element ohne Text übersprungen.</numerusform>
            <numerusform>%Ln Elemente ohne Text übersprungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln oversized chat(s): {names}.</source>
        <translation>
            <numerusform>%Ln zu großer Chat wurde übersprungen: {names}.</numerusform>
            <numerusform>%Ln zu große Chats wurden übersprungen: {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>an image, not in this file: {name}</source>
        <translation>Bild, nicht in dieser Datei: {name}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>stopped here</source>
        <translation>hier angehalten</translation>
    </message>
    <message numerus="yes">
        <source>“{name}” is damaged: recovered %Ln message(s).</source>
        <translation>
            <numerusform>„{name}“ ist beschädigt: %Ln Nachricht wurde wiederhergestellt.</numerusform>
            <numerusform>„{name}“ ist beschädigt: %Ln Nachrichten wurden wiederhergestellt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%Ln day(s) left</source>
        <translation>
            <numerusform>noch %Ln Tag</numerusform>
            <numerusform>noch %Ln Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats in trash</source>
        <translation>Chats im Papierkorb</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Delete {number} permanently…</source>
        <translation>{number} endgültig löschen …</translation>
    </message>
    <message>
        <source>Empty trash…</source>
        <translation>Papierkorb leeren …</translation>
    </message>
    <message numerus="yes">
        <source>Longthread keeps chats here for %Ln day(s), then deletes them permanently.</source>
        <translation>
            <numerusform>Longthread bewahrt Chats hier %Ln Tag lang auf und löscht sie dann endgültig.</numerusform>
            <numerusform>Longthread bewahrt Chats hier %Ln Tage lang auf und löscht sie dann endgültig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Alle wiederherstellen</translation>
    </message>
    <message>
        <source>Restore {number}</source>
        <translation>{number} wiederherstellen</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>Der Papierkorb ist leer</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message numerus="yes">
        <source>You can restore a chat for %Ln day(s) after moving it to the trash.</source>
        <translation>
            <numerusform>Einen Chat im Papierkorb können Sie %Ln Tag lang wiederherstellen.</numerusform>
            <numerusform>Einen Chat im Papierkorb können Sie %Ln Tage lang wiederherstellen.</numerusform>
        </translation>
    </message>
    <message>
        <source>expires today</source>
        <translation>läuft heute ab</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Asks Longthread&apos;s release page once a week. Nothing is installed without you.</source>
        <translation>Fragt einmal in der Woche auf der Veröffentlichungsseite von Longthread nach. Ohne Sie wird nichts installiert.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Nach Updates suchen</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>Wöchentlich nach Updates suchen</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Fortschritt des Downloads</translation>
    </message>
    <message>
        <source>Downloaded and verified. Quit Longthread before you install it.</source>
        <translation>Heruntergeladen und überprüft. Beenden Sie Longthread, bevor Sie installieren.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Installieren …</translation>
    </message>
    <message>
        <source>Last checked: {when}</source>
        <translation>Zuletzt gesucht: {when}</translation>
    </message>
    <message>
        <source>Longthread {version}</source>
        <translation>Longthread {version}</translation>
    </message>
    <message>
        <source>Longthread {version} is available</source>
        <translation>Longthread {version} ist verfügbar</translation>
    </message>
    <message>
        <source>There is no package for your system.</source>
        <translation>Für Ihr System gibt es kein Paket.</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Dies ist die neueste Version.</translation>
    </message>
    <message>
        <source>{size} to download. You decide when to install it.</source>
        <translation>Download: {size}. Sie entscheiden, wann Sie installieren.</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add a model to get started</source>
        <translation>Modell hinzufügen und anfangen</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Can&apos;t load {model}</source>
        <translation>{model} konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Download a small model ({size})</source>
        <translation>Kleines Modell herunterladen ({size})</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Fortschritt des Downloads</translation>
    </message>
    <message>
        <source>Find larger models in the model library.</source>
        <translation>Größere Modelle finden Sie unter „Modelle“.</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Load this model</source>
        <translation>Dieses Modell laden</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>{model} laden</translation>
    </message>
    <message>
        <source>Loading {model}. You can start writing.</source>
        <translation>{model} wird geladen. Sie können schon schreiben.</translation>
    </message>
    <message>
        <source>Longthread keeps long chats alive: when the context fills up, it compacts it instead of forgetting, and every chat resumes instantly. Models run on this computer; nothing you write leaves it.</source>
        <translation>Longthread hält lange Chats am Leben: Wird der Kontext voll, verdichtet es ihn, statt zu vergessen, und jeder Chat geht sofort weiter. Die Modelle laufen auf diesem Computer; nichts, was Sie schreiben, verlässt ihn.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models are .gguf files.</source>
        <translation>Modelle sind .gguf-Dateien.</translation>
    </message>
    <message>
        <source>Ready for your first message</source>
        <translation>Bereit für Ihre erste Nachricht</translation>
    </message>
    <message>
        <source>Select a model to load it and start chatting.</source>
        <translation>Wählen Sie ein Modell, um es zu laden und zu chatten.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>This model is small: good for a first try, not for facts.</source>
        <translation>Dieses Modell ist klein: gut für einen ersten Versuch, nicht für Fakten.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Welcome to Longthread</source>
        <translation>Willkommen bei Longthread</translation>
    </message>
    <message>
        <source>What would you like to talk about?</source>
        <translation>Worüber möchten Sie sprechen?</translation>
    </message>
    <message>
        <source>Write your first message now. The model replies after the download.</source>
        <translation>Schreiben Sie schon Ihre erste Nachricht. Das Modell antwortet nach dem Download.</translation>
    </message>
    <message>
        <source>{model} comes from {place} (license: {license}) and runs on any computer. You can also drop a .gguf file anywhere in this window; the file stays where it is.</source>
        <translation>{model} kommt von {place} (Lizenz: {license}) und läuft auf jedem Computer. Sie können auch eine .gguf-Datei irgendwo in dieses Fenster ziehen; die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. The model doesn&apos;t support compaction: {why}</source>
        <translation>{model} behält {n} Token vollständig. Das Modell unterstützt keine Verdichtung: {why}</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. When the context fills up, Longthread compacts the older part instead of forgetting it.</source>
        <translation>{model} behält {n} Token vollständig. Wenn der Kontext voll wird, verdichtet Longthread den älteren Teil, statt ihn zu vergessen.</translation>
    </message>
    <message>
        <source>{model} is unloaded. It loads again when you write.</source>
        <translation>{model} ist entladen. Es wird wieder geladen, sobald Sie schreiben.</translation>
    </message>
    <message>
        <source>{model} stopped working</source>
        <translation>{model} funktioniert nicht mehr</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Add model file</source>
        <translation>Modelldatei hinzufügen</translation>
    </message>
    <message>
        <source>Added {name} to the library.</source>
        <translation>{name} zu den Modellen hinzugefügt.</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Diagnostics saved.</source>
        <translation>Diagnose gespeichert.</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF-Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Last reply copied.</source>
        <translation>Letzte Antwort kopiert.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Reload the model to apply this change.</source>
        <translation>Laden Sie das Modell neu, um die Änderung anzuwenden.</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new language.</source>
        <translation>Starten Sie Longthread neu, um die neue Sprache anzuwenden.</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new scale.</source>
        <translation>Starten Sie Longthread neu, um die neue Größe anzuwenden.</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>Diagnose speichern</translation>
    </message>
    <message>
        <source>Text (*.txt *.md *.csv *.log)</source>
        <translation>Text (*.txt *.md *.csv *.log)</translation>
    </message>
    <message>
        <source>Text, code, PDF and Word (*)</source>
        <translation>Text, Code, PDF und Word (*)</translation>
    </message>
    <message>
        <source>Text, code, PDF, Word and images (*)</source>
        <translation>Text, Code, PDF, Word und Bilder (*)</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>Word (*.docx)</source>
        <translation>Word (*.docx)</translation>
    </message>
    <message>
        <source>Zip (*.zip)</source>
        <translation>Zip (*.zip)</translation>
    </message>
    <message>
        <source>{path} contains no chat text.</source>
        <translation>{path} enthält keinen Chattext.</translation>
    </message>
</context>
<context>
    <name>Workers</name>
    <message>
        <source>One of these isn&apos;t an address.</source>
        <translation>Eine dieser Angaben ist keine Adresse.</translation>
    </message>
    <message>
        <source>Workers have no password and no encryption: anyone in the network can read your chats on the way and use the worker. Enter only computers in a network you trust, or use a tunnel.</source>
        <translation>Worker haben weder Passwort noch Verschlüsselung: Jeder im Netzwerk kann Ihre Chats unterwegs mitlesen und den Worker benutzen. Geben Sie nur Computer in einem Netzwerk an, dem Sie vertrauen, oder nutzen Sie einen Tunnel.</translation>
    </message>
</context>
</TS>
