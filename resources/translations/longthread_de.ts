<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>Activity</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Add a model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Noch einmal antworten</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Back to the chat</source>
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
        <source>Close this window</source>
        <translation>Dieses Fenster schließen</translation>
    </message>
    <message>
        <source>Compact the memory now…</source>
        <translation>Gedächtnis jetzt verdichten …</translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation>Letzte Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Copy the last reply</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Duplicate this chat</source>
        <translation>Diesen Chat duplizieren</translation>
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
        <source>Export this chat as JSON…</source>
        <translation>Diesen Chat als JSON exportieren …</translation>
    </message>
    <message>
        <source>Export this chat as Markdown…</source>
        <translation>Diesen Chat als Markdown exportieren …</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Find models on the hub</source>
        <translation>Modelle im Hub suchen</translation>
    </message>
    <message>
        <source>Go on to the next text or button; with Shift: back</source>
        <translation>Weiter zum nächsten Text oder Knopf; mit Umschalt: zurück</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Import chats from a file…</source>
        <translation>Chats aus einer Datei importieren …</translation>
    </message>
    <message>
        <source>Import chats from a folder…</source>
        <translation>Chats aus einem Ordner importieren …</translation>
    </message>
    <message>
        <source>In the list: move what is chosen to the trash</source>
        <translation>In der Liste: Gewähltes in den Papierkorb legen</translation>
    </message>
    <message>
        <source>In the list: rename a chat or folder</source>
        <translation>In der Liste: Chat oder Ordner umbenennen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Leave a page, a search or an edit; else stop what runs</source>
        <translation>Seite, Suche oder Änderung verlassen; sonst anhalten, was läuft</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models and look</source>
        <translation>Modelle und Aussehen</translation>
    </message>
    <message>
        <source>Move this chat to the trash</source>
        <translation>Diesen Chat in den Papierkorb legen</translation>
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
        <source>Next chat in the list</source>
        <translation>Nächster Chat der Liste</translation>
    </message>
    <message>
        <source>Next message; with the other arrow: the one before</source>
        <translation>Nächste Nachricht; mit dem anderen Pfeil: die davor</translation>
    </message>
    <message>
        <source>Pin or unpin this chat</source>
        <translation>Diesen Chat anheften oder lösen</translation>
    </message>
    <message>
        <source>Previous chat in the list</source>
        <translation>Voriger Chat der Liste</translation>
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
        <source>Rename this chat</source>
        <translation>Diesen Chat umbenennen</translation>
    </message>
    <message>
        <source>Search for anything</source>
        <translation>Alles durchsuchen</translation>
    </message>
    <message>
        <source>Search in all chats</source>
        <translation>In allen Chats suchen</translation>
    </message>
    <message>
        <source>Send, whatever the settings say</source>
        <translation>Senden, was auch immer eingestellt ist</translation>
    </message>
    <message>
        <source>Send; with Shift: a new line (or the other way, see settings)</source>
        <translation>Senden; mit Umschalt: neue Zeile (oder umgekehrt, siehe Einstellungen)</translation>
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
        <source>Show or hide the chats</source>
        <translation>Chats ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Stay offline, or not</source>
        <translation>Offline bleiben oder nicht</translation>
    </message>
    <message>
        <source>Stop what runs</source>
        <translation>Anhalten, was läuft</translation>
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
        <source>Theme: like the system</source>
        <translation>Farbschema: wie das System</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This chat in a window of its own</source>
        <translation>Dieser Chat in einem eigenen Fenster</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Unload the model</source>
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
        <source>%Ln token(s) word for word again</source>
        <translation>
            <numerusform>%Ln Token wieder Wort für Wort</numerusform>
            <numerusform>%Ln Token wieder Wort für Wort</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>Verdichtung</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Protokoll kopieren</translation>
    </message>
    <message>
        <source>Course of the chat&apos;s memory</source>
        <translation>Verlauf des Gedächtnisses</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Last lines of the engine&apos;s log</source>
        <translation>Letzte Zeilen aus dem Protokoll der Engine</translation>
    </message>
    <message>
        <source>Memory back</source>
        <translation>Gedächtnis da</translation>
    </message>
    <message>
        <source>Model loaded</source>
        <translation>Modell geladen</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>Läuft nicht</translation>
    </message>
    <message>
        <source>Nothing has happened in this chat yet.</source>
        <translation>In diesem Chat ist noch nichts geschehen.</translation>
    </message>
    <message>
        <source>Nothing yet. What you do shows here with what it took.</source>
        <translation>Noch nichts. Was du tust, steht hier mit dem, was es gebraucht hat.</translation>
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
        <translation>Diagnose sichern …</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gesichert</translation>
    </message>
    <message>
        <source>Taken back</source>
        <translation>Zurückgenommen</translation>
    </message>
    <message>
        <source>The engine has said nothing yet.</source>
        <translation>Die Engine hat noch nichts gesagt.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Versions, devices, settings, timings and logs. No word of a chat is in it.</source>
        <translation>Versionen, Geräte, Einstellungen, Zeiten und Protokolle. Kein Wort eines Chats ist darin.</translation>
    </message>
    <message>
        <source>What the engine did</source>
        <translation>Was die Engine getan hat</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>first after {time}</source>
        <translation>erstes nach {time}</translation>
    </message>
    <message>
        <source>from its snapshot</source>
        <translation>aus der Sicherung</translation>
    </message>
    <message>
        <source>memory full</source>
        <translation>Gedächtnis voll</translation>
    </message>
    <message>
        <source>memory of {share} of their size</source>
        <translation>im Gedächtnis auf {share} ihrer Größe</translation>
    </message>
    <message>
        <source>nothing to read</source>
        <translation>nichts zu lesen</translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed}/s</source>
        <translation>
            <numerusform>%Ln Token gelesen, {speed}/s</numerusform>
            <numerusform>%Ln Token gelesen, {speed}/s</numerusform>
        </translation>
    </message>
    <message>
        <source>read again</source>
        <translation>neu gelesen</translation>
    </message>
    <message>
        <source>stopped at its longest</source>
        <translation>größte Länge erreicht</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>von dir angehalten</translation>
    </message>
    <message>
        <source>tokens its memory takes</source>
        <translation>Token, die ihr Gedächtnis belegt</translation>
    </message>
    <message>
        <source>tokens of the chat</source>
        <translation>Token des Chats</translation>
    </message>
    <message>
        <source>wrote {number} at {speed}/s</source>
        <translation>{number} geschrieben, {speed}/s</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} frei geworden</translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) were left out.</source>
        <translation>
            <numerusform>%Ln Datei wurde ausgelassen.</numerusform>
            <numerusform>%Ln Dateien wurden ausgelassen.</numerusform>
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
        <source>A message takes at most %Ln file(s).</source>
        <translation>
            <numerusform>Eine Nachricht nimmt höchstens %Ln Datei auf.</numerusform>
            <numerusform>Eine Nachricht nimmt höchstens %Ln Dateien auf.</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Load a model with its vision part (mmproj), or describe the picture.</source>
        <translation>Ein Modell mit seinem Bildteil (mmproj) laden oder das Bild beschreiben.</translation>
    </message>
    <message>
        <source>No model that looks at pictures is loaded.</source>
        <translation>Es ist kein Modell geladen, das Bilder ansieht.</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
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
        <source>{count} characters of text</source>
        <translation>{count} Zeichen Text</translation>
    </message>
    <message>
        <source>“{name}” is attached already.</source>
        <translation>„{name}“ ist schon angehängt.</translation>
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
        <translation>Longthread zeigen</translation>
    </message>
    <message>
        <source>The reply is there.</source>
        <translation>Die Antwort ist da.</translation>
    </message>
    <message>
        <source>There is no reply.</source>
        <translation>Es gibt keine Antwort.</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>It is answered as soon as one is there: drop a .gguf file into the window, or choose one above.</source>
        <translation>Sie wird beantwortet, sobald eines da ist: Zieh eine .gguf-Datei ins Fenster oder wähle oben ein Modell.</translation>
    </message>
    <message>
        <source>Message {name}…</source>
        <translation>Nachricht an {name} …</translation>
    </message>
    <message>
        <source>The engine is at work</source>
        <translation>Die Engine arbeitet</translation>
    </message>
    <message>
        <source>The message waits for a model.</source>
        <translation>Die Nachricht wartet auf ein Modell.</translation>
    </message>
    <message>
        <source>There is nothing to compact yet</source>
        <translation>Es gibt noch nichts zu verdichten</translation>
    </message>
    <message>
        <source>This model&apos;s memory cannot be compacted: {why}</source>
        <translation>Das Gedächtnis dieses Modells lässt sich nicht verdichten: {why}</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>Nachricht schreiben …</translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed here</source>
        <translation>
            <numerusform>%Ln hier geändert</numerusform>
            <numerusform>%Ln hier geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>As set for all chats.</source>
        <translation>Wie für alle Chats eingestellt.</translation>
    </message>
    <message>
        <source>As set for this model.</source>
        <translation>Wie für dieses Modell eingestellt.</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>For all chats with {name}, where a chat sets nothing else.</source>
        <translation>Für alle Chats mit {name}, solange ein Chat nichts anderes festlegt.</translation>
    </message>
    <message>
        <source>For all chats, where neither the model nor the chat sets it.</source>
        <translation>Für alle Chats, solange weder Modell noch Chat etwas festlegen.</translation>
    </message>
    <message>
        <source>For this chat, before it begins.</source>
        <translation>Für diesen Chat, bevor er beginnt.</translation>
    </message>
    <message>
        <source>It stands at the beginning of this chat and is never compacted.</source>
        <translation>Er steht am Anfang dieses Chats und wird nie verdichtet.</translation>
    </message>
    <message>
        <source>Keep the system prompt and all that is set below as a preset</source>
        <translation>System-Prompt und alles, was darunter eingestellt ist, als Vorgabe aufheben</translation>
    </message>
    <message>
        <source>Name of the preset:</source>
        <translation>Name der Vorgabe:</translation>
    </message>
    <message>
        <source>New chats begin with it. Chats that have begun keep theirs.</source>
        <translation>Neue Chats beginnen damit. Begonnene Chats behalten ihren.</translation>
    </message>
    <message>
        <source>No presets yet: “Save as…” keeps what is set here</source>
        <translation>Noch keine Vorgaben: „Sichern als…“ hebt auf, was hier eingestellt ist</translation>
    </message>
    <message>
        <source>Only for this chat.</source>
        <translation>Nur für diesen Chat.</translation>
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
        <source>Save as preset</source>
        <translation>Als Vorgabe sichern</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Sichern als…</translation>
    </message>
    <message>
        <source>Settings of: {what}</source>
        <translation>Einstellungen für: {what}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>System-Prompt</translation>
    </message>
    <message>
        <source>System prompt: back to that of new chats</source>
        <translation>System-Prompt: zurück zu dem neuer Chats</translation>
    </message>
    <message>
        <source>Take back all that is changed here</source>
        <translation>Alle Änderungen hier zurücknehmen</translation>
    </message>
    <message>
        <source>The system prompt is changed here</source>
        <translation>Der System-Prompt ist hier geändert</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This chat has begun. Its memory is read again from the start, about {tokens} tokens; what was compacted is compacted anew. No text is lost.</source>
        <translation>Dieser Chat hat begonnen. Sein Gedächtnis wird von Anfang an neu gelesen, etwa {tokens} Token; Verdichtetes wird neu verdichtet. Kein Text geht verloren.</translation>
    </message>
    <message>
        <source>This chat has begun. Its memory is read again from the start.</source>
        <translation>Dieser Chat hat begonnen. Sein Gedächtnis wird von Anfang an neu gelesen.</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Dieses Modell</translation>
    </message>
    <message>
        <source>Use from here on</source>
        <translation>Ab jetzt verwenden</translation>
    </message>
    <message>
        <source>Who the model is, how it should answer</source>
        <translation>Wer das Modell ist, wie es antworten soll</translation>
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
        <source>{name} is changed here</source>
        <translation>{name} ist hier geändert</translation>
    </message>
    <message>
        <source>{name}: back to {value}</source>
        <translation>{name}: zurück zu {value}</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message numerus="yes">
        <source>%Ln chats were moved to the trash.</source>
        <translation>
            <numerusform>%Ln Chat liegt jetzt im Papierkorb.</numerusform>
            <numerusform>%Ln Chats liegen jetzt im Papierkorb.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages were deleted.</source>
        <translation>
            <numerusform>Die Nachricht wurde gelöscht.</numerusform>
            <numerusform>%Ln Nachrichten wurden gelöscht.</numerusform>
        </translation>
    </message>
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
        <translation>Chats mit allen Fassungen</translation>
    </message>
    <message>
        <source>Copy of {title}</source>
        <translation>Kopie von {title}</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete these %Ln chat(s) for good?</source>
        <translation>
            <numerusform>%Ln Chat endgültig löschen?</numerusform>
            <numerusform>Diese %Ln Chats endgültig löschen?</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete this chat for good?</source>
        <translation>Diesen Chat endgültig löschen?</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export into a folder</source>
        <translation>In einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Import chats from a folder</source>
        <translation>Chats aus einem Ordner importieren</translation>
    </message>
    <message>
        <source>Longthread chats {day}</source>
        <translation>Longthread-Chats {day}</translation>
    </message>
    <message>
        <source>The text and the memory are removed from this computer. This cannot be undone.</source>
        <translation>Text und Gedächtnis werden von diesem Rechner entfernt. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>There are no chats to export.</source>
        <translation>Es gibt keine Chats zu exportieren.</translation>
    </message>
    <message>
        <source>“{title}” was moved to the trash.</source>
        <translation>„{title}“ liegt jetzt im Papierkorb.</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>comfortable</source>
        <translation>Luftig</translation>
    </message>
    <message>
        <source>compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>grammar</source>
        <translation>Grammatik</translation>
    </message>
    <message>
        <source>high</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>json</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>on</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s) above this line were compacted {ratio}×. With the rest, which stays word for word, the memory of the chat went from {before} to {after}. The text stays here to read; the model remembers it through the compacted memory. Checked with queries that nothing was fitted on, its attention differs by {mean} on average and by {worst} in the worst head.</source>
        <translation>
            <numerusform>%Ln Token über dieser Linie wurde {ratio}× verdichtet. Mit dem Rest, der Wort für Wort bleibt, ging das Gedächtnis des Chats von {before} auf {after}. Der Text bleibt hier zu lesen; das Modell erinnert sich durch das verdichtete Gedächtnis daran. Geprüft mit Anfragen, auf die nichts angepasst wurde, weicht seine Aufmerksamkeit im Mittel um {mean} ab und im schlechtesten Kopf um {worst}.</numerusform>
            <numerusform>%Ln Token über dieser Linie wurden {ratio}× verdichtet. Mit dem Rest, der Wort für Wort bleibt, ging das Gedächtnis des Chats von {before} auf {after}. Der Text bleibt hier zu lesen; das Modell erinnert sich durch das verdichtete Gedächtnis daran. Geprüft mit Anfragen, auf die nichts angepasst wurde, weicht seine Aufmerksamkeit im Mittel um {mean} ab und im schlechtesten Kopf um {worst}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>As the settings say</source>
        <translation>Wie eingestellt</translation>
    </message>
    <message>
        <source>At {asked}× it would have gone below the quality floor.</source>
        <translation>Bei {asked}× wäre die Mindestgüte unterschritten worden.</translation>
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
        <source>Compact the memory now</source>
        <translation>Gedächtnis jetzt verdichten</translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation>Fehler je Schicht</translation>
    </message>
    <message>
        <source>Expected error</source>
        <translation>Erwarteter Fehler</translation>
    </message>
    <message>
        <source>How far</source>
        <translation>Wie stark</translation>
    </message>
    <message>
        <source>Layer {layer}: error {mean}, worst head {worst}</source>
        <translation>Schicht {layer}: Fehler {mean}, schlechtester Kopf {worst}</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Older part compacted {ratio}×</source>
        <translation>Älterer Teil {ratio}× verdichtet</translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln row(s), {time}.</source>
        <translation>
            <numerusform>Vorgabe „{preset}“, %Ln Zeile, {time}.</numerusform>
            <numerusform>Vorgabe „{preset}“, %Ln Zeilen, {time}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauert</translation>
    </message>
    <message>
        <source>Working out what it comes to…</source>
        <translation>Rechnet aus, was dabei herauskommt …</translation>
    </message>
    <message>
        <source>about {error} of what attention gives</source>
        <translation>etwa {error} dessen, was die Aufmerksamkeit gibt</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>etwa {time}</translation>
    </message>
    <message>
        <source>as the settings say</source>
        <translation>wie eingestellt</translation>
    </message>
    <message>
        <source>error {error}</source>
        <translation>Fehler {error}</translation>
    </message>
    <message>
        <source>known after the first time</source>
        <translation>nach dem ersten Mal bekannt</translation>
    </message>
    <message>
        <source>memory {before} → {after}</source>
        <translation>Gedächtnis {before} → {after}</translation>
    </message>
    <message>
        <source>most in layer {layer}: {error}</source>
        <translation>am meisten in Schicht {layer}: {error}</translation>
    </message>
    <message>
        <source>next to nothing</source>
        <translation>fast nichts</translation>
    </message>
    <message>
        <source>{old} older tokens become smaller. The last {recent} stay word for word.</source>
        <translation>{old} ältere Token werden kleiner. Die letzten {recent} bleiben wörtlich.</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× kleiner</translation>
    </message>
    <message>
        <source>{size} · room for {tokens} tokens</source>
        <translation>{size} · Platz für {tokens} Token</translation>
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
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Attach it instead</source>
        <translation>Als Datei anhängen</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>Angehängte Dateien</translation>
    </message>
    <message>
        <source>Cancel edit</source>
        <translation>Änderung verwerfen</translation>
    </message>
    <message>
        <source>Enter shows it, Delete removes it.</source>
        <translation>Eingabe zeigt sie, Entf nimmt sie weg.</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>Zurück in den Text</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln file(s)…</source>
        <translation>
            <numerusform>%Ln Datei wird gelesen …</numerusform>
            <numerusform>%Ln Dateien werden gelesen …</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove a file, or load the model with a larger memory.</source>
        <translation>Nimm eine Datei weg oder lade das Modell mit größerem Gedächtnis.</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} wegnehmen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send less at once, or load the model with a larger memory.</source>
        <translation>Sende weniger auf einmal oder lade das Modell mit größerem Gedächtnis.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Anhalten (Esc)</translation>
    </message>
    <message>
        <source>The model in use cannot look at pictures. Load one with its vision part, or remove the pictures.</source>
        <translation>Das benutzte Modell kann keine Bilder ansehen. Eines mit seinem Bildteil laden oder die Bilder entfernen.</translation>
    </message>
    <message>
        <source>The pasted text is a file of this message now.</source>
        <translation>Der eingefügte Text ist jetzt eine Datei dieser Nachricht.</translation>
    </message>
    <message>
        <source>You pasted {count} characters.</source>
        <translation>{count} Zeichen eingefügt.</translation>
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
        <source>{name} is being read</source>
        <translation>{name} wird gelesen</translation>
    </message>
    <message>
        <source>{tokens} · does not fit: the memory takes at most {most}. {next}</source>
        <translation>{tokens} · passt nicht: Das Gedächtnis nimmt höchstens {most} auf. {next}</translation>
    </message>
    <message>
        <source>{tokens} · will compact first</source>
        <translation>{tokens} · verdichtet erst</translation>
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
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>%Ln Modelldatei hinzufügen</numerusform>
            <numerusform>%Ln Modelldateien hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>Add vision part to {model}</source>
        <translation>Bildteil zu {model} hinzufügen</translation>
    </message>
    <message>
        <source>Add {file} for a model that is not here yet</source>
        <translation>{file} hinzufügen, für ein Modell, das noch nicht hier ist</translation>
    </message>
    <message>
        <source>Add {name} and use it</source>
        <translation>{name} hinzufügen und benutzen</translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s) to the message</source>
        <translation>
            <numerusform>%Ln Datei an die Nachricht anhängen</numerusform>
            <numerusform>%Ln Dateien an die Nachricht anhängen</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach the files in it.</source>
        <translation>Hänge die Dateien darin an.</translation>
    </message>
    <message>
        <source>Attach {name} to the message</source>
        <translation>{name} an die Nachricht anhängen</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>Drop a model, a text or a document.</source>
        <translation>Zieh ein Modell, einen Text oder ein Dokument herein.</translation>
    </message>
    <message numerus="yes">
        <source>Import the chats of %Ln export(s)</source>
        <translation>
            <numerusform>Chats aus %Ln Export importieren</numerusform>
            <numerusform>Chats aus %Ln Exporten importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>Import the chats of {name}</source>
        <translation>Chats aus {name} importieren</translation>
    </message>
    <message>
        <source>It looks at pictures for a model; add that, too</source>
        <translation>Sie sieht Bilder für ein Modell an; füge auch das hinzu</translation>
    </message>
    <message>
        <source>Look for models in {folder}</source>
        <translation>In {folder} nach Modellen suchen</translation>
    </message>
    <message>
        <source>Look whether you may open it.</source>
        <translation>Sieh nach, ob du sie öffnen darfst.</translation>
    </message>
    <message>
        <source>Nothing to use here</source>
        <translation>Hier ist nichts zu gebrauchen</translation>
    </message>
    <message>
        <source>Put the text into the message</source>
        <translation>Text in die Nachricht einfügen</translation>
    </message>
    <message>
        <source>The model looks at it; a copy stays with the chat, the file where it is</source>
        <translation>Das Modell sieht es an; eine Kopie bleibt beim Chat, die Datei, wo sie ist</translation>
    </message>
    <message>
        <source>The model looks at pictures and reads the text in the others</source>
        <translation>Das Modell sieht Bilder an und liest den Text der anderen</translation>
    </message>
    <message>
        <source>The model looks at them; copies stay with the chat, the files where they are</source>
        <translation>Das Modell sieht sie an; Kopien bleiben beim Chat, die Dateien, wo sie sind</translation>
    </message>
    <message>
        <source>The model reads the text in it; the file stays where it is</source>
        <translation>Das Modell liest den Text darin; die Datei bleibt, wo sie ist</translation>
    </message>
    <message>
        <source>The model reads the text in them; the files stay where they are</source>
        <translation>Das Modell liest den Text darin; die Dateien bleiben, wo sie sind</translation>
    </message>
    <message>
        <source>They are added to yours; nothing is changed</source>
        <translation>Sie kommen zu deinen dazu; nichts wird geändert</translation>
    </message>
    <message>
        <source>Try another one.</source>
        <translation>Versuche es mit einer anderen.</translation>
    </message>
    <message>
        <source>What is put there later appears by itself; nothing is copied</source>
        <translation>Was später dazukommt, erscheint von selbst; nichts wird kopiert</translation>
    </message>
    <message>
        <source>You can still edit it before you send</source>
        <translation>Vor dem Senden kannst du ihn noch ändern</translation>
    </message>
    <message>
        <source>{file} looks at pictures for it; used where it lies</source>
        <translation>{file} sieht Bilder für das Modell an; bleibt, wo sie liegt</translation>
    </message>
    <message>
        <source>{size}, used where it lies; nothing is copied</source>
        <translation>{size}, dort benutzt, wo es liegt; nichts wird kopiert</translation>
    </message>
    <message>
        <source>“{name}” cannot be read ({why}).</source>
        <translation>„{name}“ kann nicht gelesen werden ({why}).</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>„{name}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>“{name}” is not a GGUF model: it does not begin like one.</source>
        <translation>„{name}“ ist kein GGUF-Modell: Es beginnt nicht wie eines.</translation>
    </message>
    <message>
        <source>“{name}” is not a file with something in it.</source>
        <translation>„{name}“ ist keine Datei mit einem Inhalt.</translation>
    </message>
</context>
<context>
    <name>HeadMeasuring</name>
    <message>
        <source>Begin it again.</source>
        <translation>Beginne sie noch einmal.</translation>
    </message>
    <message>
        <source>The measurement ended with the engine.</source>
        <translation>Die Messung endete mit der Engine.</translation>
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
        <source>Add a model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Cannot be compacted: {why}</source>
        <translation>Lässt sich nicht verdichten: {why}</translation>
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
    <message>
        <source>Double-click to rename</source>
        <translation>Doppelklick zum Umbenennen</translation>
    </message>
    <message>
        <source>Edit the chat title</source>
        <translation>Titel des Chats ändern</translation>
    </message>
    <message>
        <source>Hide or show the chats</source>
        <translation>Chats aus- oder einblenden</translation>
    </message>
    <message>
        <source>How {name} is loaded…</source>
        <translation>Wie {name} geladen wird…</translation>
    </message>
    <message>
        <source>Loading {name} {share}</source>
        <translation>{name} wird geladen: {share}</translation>
    </message>
    <message numerus="yes">
        <source>Memory of %Ln token(s)</source>
        <translation>
            <numerusform>Gedächtnis für %Ln Token</numerusform>
            <numerusform>Gedächtnis für %Ln Token</numerusform>
        </translation>
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
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Where the model runs, and how many tokens its memory holds uncompacted</source>
        <translation>Wo das Modell läuft und wie viele Token sein Gedächtnis unverdichtet fasst</translation>
    </message>
    <message>
        <source>{name} failed</source>
        <translation>{name}: Fehler</translation>
    </message>
    <message>
        <source>{name} stopped</source>
        <translation>{name} wurde beendet</translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message>
        <source>All now</source>
        <translation>Alle jetzt</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {rows} rows for {tokens} tokens · {types} · error {error}</source>
        <translation>Schicht {layer}, Kopf {head}: {rows} Zeilen für {tokens} Token · {types} · Fehler {error}</translation>
    </message>
    <message>
        <source>Nothing is compacted in this chat.</source>
        <translation>In diesem Chat ist nichts verdichtet.</translation>
    </message>
    <message>
        <source>Rows kept by each head</source>
        <translation>Zeilen, die jeder Kopf behält</translation>
    </message>
    <message>
        <source>The last one</source>
        <translation>Die letzte</translation>
    </message>
    <message>
        <source>few to all rows · framed: every row · layers across, heads down</source>
        <translation>wenige bis alle Zeilen · gerahmt: jede Zeile · Schichten quer, Köpfe abwärts</translation>
    </message>
    <message>
        <source>{rows} of {all} rows are kept ({ratio}×). {whole} of {heads} heads keep every row.</source>
        <translation>{rows} von {all} Zeilen bleiben ({ratio}×). {whole} von {heads} Köpfen behalten jede Zeile.</translation>
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
        <source>Access token for the Hugging Face hub</source>
        <translation>Zugangs-Token für den Hugging-Face-Hub</translation>
    </message>
    <message>
        <source>Access token of your account (hf_…)</source>
        <translation>Zugangs-Token deines Kontos (hf_…)</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>Zugangs-Token …</translation>
    </message>
    <message>
        <source>Add a model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Alle Ergebnisse</translation>
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
        <translation>Zieh eine .gguf-Datei irgendwo ins Fenster</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in this window. It is used where it lies.</source>
        <translation>Zieh eine .gguf-Datei irgendwo in dieses Fenster. Sie wird dort benutzt, wo sie liegt.</translation>
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
        <source>Find on the hub</source>
        <translation>Im Hub suchen</translation>
    </message>
    <message>
        <source>Forget the token</source>
        <translation>Token vergessen</translation>
    </message>
    <message>
        <source>Give up {name}</source>
        <translation>{name} aufgeben</translation>
    </message>
    <message>
        <source>Go on with {name}</source>
        <translation>Mit {name} weitermachen</translation>
    </message>
    <message>
        <source>How its size compares with this computer&apos;s memory, roughly. An estimate from its header follows once it is here.</source>
        <translation>Wie sich ihre Größe ungefähr zum Arbeitsspeicher dieses Rechners verhält. Eine Schätzung aus ihrem Kopf folgt, sobald sie hier ist.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In Gebrauch</translation>
    </message>
    <message>
        <source>It is kept in your system&apos;s password store and goes to the hub alone.</source>
        <translation>Es liegt im Passwortspeicher deines Systems und geht nur an den Hub.</translation>
    </message>
    <message>
        <source>Its page</source>
        <translation>Seite im Hub</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Kept in your system&apos;s password store.</source>
        <translation>Liegt im Passwortspeicher deines Systems.</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Lädt …</translation>
    </message>
    <message>
        <source>Look at the folder again</source>
        <translation>Ordner neu durchsehen</translation>
    </message>
    <message>
        <source>Looking at {repo}…</source>
        <translation>Sieht {repo} durch …</translation>
    </message>
    <message>
        <source>Memory can be compacted</source>
        <translation>Gedächtnis lässt sich verdichten</translation>
    </message>
    <message>
        <source>Memory cannot be compacted: {why}</source>
        <translation>Gedächtnis lässt sich nicht verdichten: {why}</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Name of a model, or owner/name</source>
        <translation>Name eines Modells, oder Besitzer/Name</translation>
    </message>
    <message>
        <source>Needed only for models whose owners ask for an account</source>
        <translation>Nur für Modelle nötig, deren Besitzer ein Konto verlangen</translation>
    </message>
    <message>
        <source>No model in GGUF form goes by these words. Try fewer, or the name of a family such as “qwen”.</source>
        <translation>Zu diesen Wörtern gibt es kein Modell im GGUF-Format. Versuche weniger oder den Namen einer Familie wie „qwen“.</translation>
    </message>
    <message>
        <source>Not looked at yet</source>
        <translation>Noch nicht angesehen</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Rechner</translation>
    </message>
    <message>
        <source>Open the page of {name}</source>
        <translation>Seite von {name} öffnen</translation>
    </message>
    <message>
        <source>Opens the hub in the browser</source>
        <translation>Öffnet den Hub im Browser</translation>
    </message>
    <message>
        <source>Parts are missing of: {names}.</source>
        <translation>Es fehlen Teile von: {names}.</translation>
    </message>
    <message>
        <source>Pause {name}</source>
        <translation>{name} anhalten</translation>
    </message>
    <message>
        <source>Remove {name} from the library (the file stays)</source>
        <translation>{name} aus der Liste nehmen (die Datei bleibt)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search the Hugging Face hub</source>
        <translation>Den Hugging-Face-Hub durchsuchen</translation>
    </message>
    <message>
        <source>Searches huggingface.co for models in GGUF form. Nothing is sent before you search.</source>
        <translation>Sucht auf huggingface.co nach Modellen im GGUF-Format. Vor der Suche wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht …</translation>
    </message>
    <message>
        <source>Still being written; it can be used once it is whole</source>
        <translation>Wird noch geschrieben; ist zu benutzen, sobald sie ganz ist</translation>
    </message>
    <message>
        <source>Take {name} off this list</source>
        <translation>{name} aus dieser Liste nehmen</translation>
    </message>
    <message>
        <source>The file is not there any more</source>
        <translation>Die Datei ist nicht mehr da</translation>
    </message>
    <message>
        <source>The token was forgotten.</source>
        <translation>Das Token wurde vergessen.</translation>
    </message>
    <message>
        <source>This repository holds no complete GGUF file.</source>
        <translation>Dieses Repository enthält keine vollständige GGUF-Datei.</translation>
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
        <source>Your system has no password store that works, so the token is forgotten when the program ends.</source>
        <translation>Dein System hat keinen funktionierenden Passwortspeicher, deshalb wird das Token beim Beenden des Programms vergessen.</translation>
    </message>
    <message>
        <source>asks for an account</source>
        <translation>verlangt ein Konto</translation>
    </message>
    <message>
        <source>changed {day}</source>
        <translation>geändert {day}</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>bei den Modellen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>too big</source>
        <translation>zu groß</translation>
    </message>
    <message numerus="yes">
        <source>trained for %Ln token(s)</source>
        <translation>
            <numerusform>trainiert für %Ln Token</numerusform>
            <numerusform>trainiert für %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>vision part, for images</source>
        <translation>Bildteil, für Bilder</translation>
    </message>
    <message>
        <source>waits for the download before it</source>
        <translation>wartet auf den Download davor</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
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
        <source>{problem} Trying again…</source>
        <translation>{problem} Neuer Versuch …</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
</context>
<context>
    <name>LoadSettings</name>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Share of what is free</source>
        <translation>Anteil des freien Speichers</translation>
    </message>
    <message>
        <source>Size of the memory</source>
        <translation>Größe des Gedächtnisses</translation>
    </message>
    <message>
        <source>Size of the memory by: {kind}</source>
        <translation>Größe des Gedächtnisses nach: {kind}</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>What the model can keep in mind word for word; it grows as it is needed.</source>
        <translation>Was das Modell wörtlich behalten kann; es wächst nach Bedarf.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>as in the general settings</source>
        <translation>wie in den allgemeinen Einstellungen</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>{setting}: as in the general settings</source>
        <translation>{setting}: wie in den allgemeinen Einstellungen</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Computer and GPU</source>
        <translation>Rechner und GPU</translation>
    </message>
    <message>
        <source>Its part</source>
        <translation>Sein Teil</translation>
    </message>
    <message numerus="yes">
        <source>Memory of %Ln token(s)</source>
        <translation>
            <numerusform>Gedächtnis für %Ln Token</numerusform>
            <numerusform>Gedächtnis für %Ln Token</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory of this computer</source>
        <translation>Arbeitsspeicher dieses Rechners</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>Auf der GPU</translation>
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
    <message>
        <source>Compact now</source>
        <translation>Jetzt verdichten</translation>
    </message>
    <message>
        <source>Compact the older part of this chat&apos;s memory</source>
        <translation>Den älteren Teil des Gedächtnisses dieses Chats verdichten</translation>
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
        <source>Compacting</source>
        <translation>Verdichten</translation>
    </message>
    <message>
        <source>Compacting {share}</source>
        <translation>Verdichten {share}</translation>
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
        <source>Context empty</source>
        <translation>Kontext leer</translation>
    </message>
    <message>
        <source>Context {share}</source>
        <translation>Kontext {share}</translation>
    </message>
    <message>
        <source>Error of the compacted part: {error}, on queries that nothing was fitted on</source>
        <translation>Fehler des verdichteten Teils: {error}, bei Anfragen, auf die nichts angepasst wurde</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Free {number}</source>
        <translation>Frei {number}</translation>
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
        <source>Kept for the reply</source>
        <translation>Für die Antwort frei gehalten</translation>
    </message>
    <message>
        <source>Live {number}</source>
        <translation>Wörtlich {number}</translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation>Modell wird geladen:</translation>
    </message>
    <message>
        <source>Memory  empty</source>
        <translation>Gedächtnis  leer</translation>
    </message>
    <message>
        <source>Memory  {used} / {total}</source>
        <translation>Gedächtnis  {used} / {total}</translation>
    </message>
    <message>
        <source>Memory rebuilt in {time}</source>
        <translation>Gedächtnis in {time} neu aufgebaut</translation>
    </message>
    <message>
        <source>Other chats in which replies are written: {size}</source>
        <translation>Andere Chats, in denen Antworten entstehen: {size}</translation>
    </message>
    <message>
        <source>Other chats {size}</source>
        <translation>Andere Chats {size}</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Reading {share}</source>
        <translation>Lesen {share}</translation>
    </message>
    <message>
        <source>Rebuilding the memory</source>
        <translation>Gedächtnis wird neu aufgebaut:</translation>
    </message>
    <message>
        <source>Reply {number}</source>
        <translation>Antwort {number}</translation>
    </message>
    <message>
        <source>Rereading {share}</source>
        <translation>Erneut lesen {share}</translation>
    </message>
    <message>
        <source>Resumed in {time}</source>
        <translation>In {time} wieder da</translation>
    </message>
    <message>
        <source>Saving the memory</source>
        <translation>Gedächtnis wird gesichert:</translation>
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
        <source>Stop compacting; the memory stays as it is</source>
        <translation>Verdichten anhalten; das Gedächtnis bleibt, wie es ist</translation>
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
        <source>Word for word</source>
        <translation>Wörtlich</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Arbeitet</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>gleich fertig</translation>
    </message>
    <message>
        <source>compacts at {share}</source>
        <translation>verdichtet bei {share}</translation>
    </message>
    <message numerus="yes">
        <source>stands for %Ln token(s)</source>
        <translation>
            <numerusform>steht für %Ln Token</numerusform>
            <numerusform>steht für %Ln Token</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%Ln file(s) in {folder}, {amount}, are deleted for good.</source>
        <translation>
            <numerusform>%Ln Datei in {folder}, {amount}, wird endgültig gelöscht.</numerusform>
            <numerusform>%Ln Dateien in {folder}, {amount}, werden endgültig gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the vision part of {model}</source>
        <translation>Bildteil von {model} hinzufügen</translation>
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
        <source>Delete {model} from the disk?</source>
        <translation>{model} vom Datenträger löschen?</translation>
    </message>
    <message>
        <source>Look for models in a folder, too</source>
        <translation>Auch in einem Ordner nach Modellen suchen</translation>
    </message>
    <message>
        <source>Name ({own} in its file)</source>
        <translation>Name (in der Datei: {own})</translation>
    </message>
    <message>
        <source>Rename the model</source>
        <translation>Modell umbenennen</translation>
    </message>
    <message>
        <source>Vision parts</source>
        <translation>Bildteile</translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message>
        <source>Add its model; the page of the model offers the file then.</source>
        <translation>Füge sein Modell hinzu; dann bietet die Seite des Modells die Datei an.</translation>
    </message>
    <message>
        <source>Choose the mmproj file that was made with this model.</source>
        <translation>Wähle die mmproj-Datei, die mit diesem Modell gemacht wurde.</translation>
    </message>
    <message>
        <source>Close programs that use it, or check the rights of its folder.</source>
        <translation>Schließe Programme, die sie benutzen, oder prüfe die Rechte ihres Ordners.</translation>
    </message>
    <message numerus="yes">
        <source>It fits %Ln other model(s), too; their pages offer it.</source>
        <translation>
            <numerusform>Sie passt auch zu %Ln anderen Modell; dessen Seite bietet sie an.</numerusform>
            <numerusform>Sie passt auch zu %Ln anderen Modellen; deren Seiten bieten sie an.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its file stays where it is.</source>
        <translation>Die Datei bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>The file that it led to stays where it is.</source>
        <translation>Die Datei, zu der sie führte, bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>The link to {model} was deleted.</source>
        <translation>Die Verknüpfung zu {model} wurde gelöscht.</translation>
    </message>
    <message>
        <source>This file is no vision part.</source>
        <translation>Diese Datei ist kein Bildteil.</translation>
    </message>
    <message>
        <source>{file} could not be deleted ({reason}).</source>
        <translation>{file} konnte nicht gelöscht werden ({reason}).</translation>
    </message>
    <message>
        <source>{file} does not fit {model}.</source>
        <translation>{file} passt nicht zu {model}.</translation>
    </message>
    <message>
        <source>{file} is the vision part of {model} now.</source>
        <translation>{file} ist jetzt der Bildteil von {model}.</translation>
    </message>
    <message>
        <source>{file} looks at pictures for a model that is not here.</source>
        <translation>{file} sieht Bilder für ein Modell an, das nicht hier ist.</translation>
    </message>
    <message>
        <source>{model} was deleted from the disk.</source>
        <translation>{model} wurde vom Datenträger gelöscht.</translation>
    </message>
    <message>
        <source>{model} was taken out of the library.</source>
        <translation>{model} wurde aus der Liste genommen.</translation>
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
        <source>Built of</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>Memory of a token</source>
        <translation>Gedächtnis je Token</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Trained for</source>
        <translation>Trainiert für</translation>
    </message>
    <message>
        <source>Weights in</source>
        <translation>Gewichte in</translation>
    </message>
    <message>
        <source>none in the file; a plain one is used</source>
        <translation>keine in der Datei; eine einfache wird benutzt</translation>
    </message>
    <message>
        <source>yes, its own</source>
        <translation>ja, eine eigene</translation>
    </message>
    <message>
        <source>{amount} each, at f16</source>
        <translation>je {amount}, in f16</translation>
    </message>
    <message>
        <source>{layers} layers, {heads} heads, {kv} of them with a memory</source>
        <translation>{layers} Schichten, {heads} Köpfe, {kv} davon mit Gedächtnis</translation>
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
        <source>Show in its folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>ModelFit</name>
    <message>
        <source>Give it a smaller memory or a smaller memory type, or close other programs.</source>
        <translation>Gib ihm ein kleineres Gedächtnis oder einen kleineren Typ, oder schließe andere Programme.</translation>
    </message>
    <message>
        <source>It takes about {device} on the GPU, where {free} are free.</source>
        <translation>Es braucht etwa {device} auf der GPU; dort sind {free} frei.</translation>
    </message>
    <message>
        <source>It takes about {total} of the {free} that are free.</source>
        <translation>Es braucht etwa {total} von {free}, die frei sind.</translation>
    </message>
    <message>
        <source>It takes about {total}, and {free} are free.</source>
        <translation>Es braucht etwa {total}, und {free} sind frei.</translation>
    </message>
    <message>
        <source>It takes about {total}.</source>
        <translation>Es braucht etwa {total}.</translation>
    </message>
    <message>
        <source>Little is left for other programs.</source>
        <translation>Für andere Programme bleibt wenig.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU, or give it a smaller memory.</source>
        <translation>Lege weniger Schichten auf die GPU oder gib ihm ein kleineres Gedächtnis.</translation>
    </message>
    <message>
        <source>Told by its file; the first load tells it exactly.</source>
        <translation>Nach seiner Datei; das erste Laden zeigt es genau.</translation>
    </message>
    <message>
        <source>Weights and buffers are as its last load took them.</source>
        <translation>Gewichte und Puffer sind wie beim letzten Laden.</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>knapp</translation>
    </message>
    <message>
        <source>too big</source>
        <translation>zu groß</translation>
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
        <source>Add a folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Look no more in {folder} (its files stay)</source>
        <translation>Nicht mehr in {folder} suchen (die Dateien bleiben)</translation>
    </message>
    <message>
        <source>Models that lie in these folders, or are put there, appear by themselves.</source>
        <translation>Modelle, die in diesen Ordnern liegen oder dazukommen, erscheinen von selbst.</translation>
    </message>
    <message>
        <source>{found} · downloads go here</source>
        <translation>{found} · Downloads landen hier</translation>
    </message>
</context>
<context>
    <name>ModelHeads</name>
    <message>
        <source>A compaction gives each head what it needs.</source>
        <translation>Eine Verdichtung gibt jedem Kopf, was er braucht.</translation>
    </message>
    <message>
        <source>Another model is being measured</source>
        <translation>Ein anderes Modell wird gemessen</translation>
    </message>
    <message>
        <source>Half measured: which heads copy from far back</source>
        <translation>Halb gemessen: welche Köpfe von weit hinten kopieren</translation>
    </message>
    <message>
        <source>It goes on while nobody waits for a reply.</source>
        <translation>Es geht weiter, solange niemand auf eine Antwort wartet.</translation>
    </message>
    <message>
        <source>Known: a profile came with the program</source>
        <translation>Bekannt: Ein Profil kam mit dem Programm</translation>
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
        <source>Measured on this computer</source>
        <translation>Auf diesem Rechner gemessen</translation>
    </message>
    <message>
        <source>Measuring… {share}</source>
        <translation>Misst … {share}</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>Noch nicht bekannt</translation>
    </message>
    <message>
        <source>Not measured yet</source>
        <translation>Noch nicht gemessen</translation>
    </message>
    <message>
        <source>Nothing to measure</source>
        <translation>Nichts zu messen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>The memory of this model cannot be compacted.</source>
        <translation>Das Gedächtnis dieses Modells lässt sich nicht verdichten.</translation>
    </message>
    <message>
        <source>Until then a compaction treats all heads alike. It is done while the program is idle, or now; it takes some minutes, and chats go on meanwhile.</source>
        <translation>Bis dahin behandelt eine Verdichtung alle Köpfe gleich. Gemessen wird, wenn das Programm nichts zu tun hat, oder jetzt; es dauert einige Minuten, und Chats gehen derweil weiter.</translation>
    </message>
    <message>
        <source>What each head loses is measured while the program is idle, or now.</source>
        <translation>Was jeder Kopf verliert, wird gemessen, wenn das Programm nichts zu tun hat, oder jetzt.</translation>
    </message>
</context>
<context>
    <name>ModelNotes</name>
    <message>
        <source>Notes on this model</source>
        <translation>Notizen zu diesem Modell</translation>
    </message>
    <message>
        <source>What it is good at, which settings suit it…</source>
        <translation>Was es gut kann, welche Einstellungen ihm liegen …</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>Delete its files…</source>
        <translation>Dateien löschen …</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>How it is loaded</source>
        <translation>Wie es geladen wird</translation>
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
        <source>Loading…</source>
        <translation>Lädt …</translation>
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
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Take out of the library</source>
        <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Vision part</source>
        <translation>Bildteil</translation>
    </message>
    <message>
        <source>What its file says</source>
        <translation>Was die Datei sagt</translation>
    </message>
</context>
<context>
    <name>ModelVision</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Take off</source>
        <translation>Abnehmen</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Without one the model cannot look at pictures. It is a second file, “mmproj”, made with the model; drop it into the window, or choose it.</source>
        <translation>Ohne ihn kann das Modell keine Bilder ansehen. Er ist eine zweite Datei, „mmproj“, gemacht mit dem Modell; zieh sie ins Fenster oder wähle sie.</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Copy diagnostics</source>
        <translation>Diagnose kopieren</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Model settings</source>
        <translation>Einstellungen des Modells</translation>
    </message>
    <message>
        <source>Open the library</source>
        <translation>Modelle öffnen</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>Engine neu starten</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Diagnose sichern …</translation>
    </message>
    <message>
        <source>Start as usual</source>
        <translation>Normal starten</translation>
    </message>
    <message>
        <source>Stop by force</source>
        <translation>Gewaltsam beenden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Use the CPU</source>
        <translation>CPU verwenden</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{number} bytes</source>
        <translation>{number} Byte</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation>Zurück zum Chat (Esc)</translation>
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
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Move this chat to “{name}”</source>
        <translation>Diesen Chat nach „{name}“ verschieben</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search all messages for “{query}”</source>
        <translation>Alle Nachrichten nach „{query}“ durchsuchen</translation>
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
        <source>Take this chat out of its folder</source>
        <translation>Diesen Chat aus seinem Ordner nehmen</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Tippe, was du tun willst</translation>
    </message>
    <message>
        <source>Unload {name}</source>
        <translation>{name} entladen</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>{name} benutzen</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Was passt</translation>
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
        <source>↑ ↓ choose    ↵ run    Esc close</source>
        <translation>↑ ↓ wählen    ↵ ausführen    Esc schließen</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>Choose another name.</source>
        <translation>Wähle einen anderen Namen.</translation>
    </message>
    <message>
        <source>Delete one that you do not use.</source>
        <translation>Lösche eine, die du nicht brauchst.</translation>
    </message>
    <message>
        <source>The preset “{name}” was deleted.</source>
        <translation>Die Vorgabe „{name}“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>The preset “{name}” was replaced.</source>
        <translation>Die Vorgabe „{name}“ wurde ersetzt.</translation>
    </message>
    <message>
        <source>There is already a preset “{name}”.</source>
        <translation>Es gibt schon eine Vorgabe „{name}“.</translation>
    </message>
    <message>
        <source>There is no room for another preset.</source>
        <translation>Für eine weitere Vorgabe ist kein Platz.</translation>
    </message>
    <message>
        <source>What was changed here was taken back.</source>
        <translation>Was hier geändert war, wurde zurückgenommen.</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Copy the text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Preview of {name}</source>
        <translation>Vorschau von {name}</translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation>Alle {count} Zeichen zeigen</translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation>Text der Datei</translation>
    </message>
    <message>
        <source>The picture is not on this computer any more.</source>
        <translation>Das Bild ist nicht mehr auf diesem Computer.</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>A report of a problem then says only what happens from now on.</source>
        <translation>Ein Problembericht sagt dann nur noch, was ab jetzt geschieht.</translation>
    </message>
    <message>
        <source>Access tokens</source>
        <translation>Zugangs-Token</translation>
    </message>
    <message>
        <source>All that was written, sent or not, pictures, folders, the trash, and copies of earlier days.</source>
        <translation>Alles Geschriebene, gesendet oder nicht, Bilder, Ordner, der Papierkorb und Kopien früherer Tage.</translation>
    </message>
    <message>
        <source>Chats and settings</source>
        <translation>Chats und Einstellungen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete all chats?</source>
        <translation>Alle Chats löschen?</translation>
    </message>
    <message>
        <source>Delete all memories?</source>
        <translation>Alle Gedächtnisse löschen?</translation>
    </message>
    <message>
        <source>Delete the downloaded models?</source>
        <translation>Heruntergeladene Modelle löschen?</translation>
    </message>
    <message>
        <source>Delete: {name}</source>
        <translation>Löschen: {name}</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen …</translation>
    </message>
    <message>
        <source>Empty the logs?</source>
        <translation>Protokolle leeren?</translation>
    </message>
    <message>
        <source>Every chat goes, those in the trash, what was not sent yet and the copies of earlier days, too. Settings stay. This cannot be undone.</source>
        <translation>Alle Chats verschwinden, auch die im Papierkorb, noch nicht Gesendetes und die Kopien früherer Tage. Einstellungen bleiben. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Forget the access token?</source>
        <translation>Zugangs-Token vergessen?</translation>
    </message>
    <message>
        <source>How much is deleted</source>
        <translation>Wie viel gelöscht ist</translation>
    </message>
    <message>
        <source>In the password store of your system, never in a file.</source>
        <translation>Im Passwortspeicher deines Systems, nie in einer Datei.</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>Gedächtnisse</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models that ask for an account need it again.</source>
        <translation>Modelle, die ein Konto verlangen, brauchen es dann wieder.</translation>
    </message>
    <message>
        <source>No request is made, whatever is clicked; one under way is ended.</source>
        <translation>Keine Anfrage geht hinaus, was auch immer angeklickt wird; eine laufende wird beendet.</translation>
    </message>
    <message>
        <source>No request was made so far.</source>
        <translation>Bisher ging keine Anfrage hinaus.</translation>
    </message>
    <message>
        <source>Nothing by itself. Models run here, and so does everything that is written. The network is asked only when you search the hub, list a model&apos;s files or download one; each request is written down below.</source>
        <translation>Nichts von selbst. Modelle laufen hier, und hier bleibt auch alles Geschriebene. Ins Netz geht nur, was du auslöst: den Hub durchsuchen, die Dateien eines Modells auflisten, eines herunterladen; jede Anfrage steht unten.</translation>
    </message>
    <message>
        <source>Open the folder of: {name}</source>
        <translation>Ordner öffnen: {name}</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Offline bleiben</translation>
    </message>
    <message>
        <source>The chats stay. When one is opened, the model reads it again from the beginning; what was compacted is compacted anew.</source>
        <translation>Die Chats bleiben. Wird einer geöffnet, liest das Modell ihn von Anfang an neu; Verdichtetes wird neu verdichtet.</translation>
    </message>
    <message>
        <source>They can be downloaded again. Files that are used where they lie are not touched.</source>
        <translation>Sie lassen sich wieder herunterladen. Dateien, die dort benutzt werden, wo sie liegen, bleiben unberührt.</translation>
    </message>
    <message>
        <source>Those that were downloaded. Files used in place are not in here.</source>
        <translation>Die heruntergeladenen. Dateien, die an ihrem Ort benutzt werden, zählen nicht dazu.</translation>
    </message>
    <message>
        <source>What is stored on this computer</source>
        <translation>Was auf diesem Rechner gespeichert ist</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Rechner verlässt</translation>
    </message>
    <message>
        <source>What models remember of chats, so that these go on at once. Made anew where it is gone.</source>
        <translation>Was Modelle von Chats behalten, damit es sofort weitergeht. Fehlt es, entsteht es neu.</translation>
    </message>
    <message>
        <source>What the program did and what the network was asked for; no word of a chat.</source>
        <translation>Was das Programm getan und im Netz angefragt hat; kein Wort eines Chats.</translation>
    </message>
    <message>
        <source>a download</source>
        <translation>ein Download</translation>
    </message>
    <message>
        <source>a search for models</source>
        <translation>eine Suche nach Modellen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>the list of a model&apos;s files</source>
        <translation>die Dateiliste eines Modells</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Explain in three sentences why the sky is blue.</source>
        <translation>Erkläre in drei Sätzen, warum der Himmel blau ist.</translation>
    </message>
    <message>
        <source>Explain something</source>
        <translation>Etwas erklären</translation>
    </message>
    <message>
        <source>Find ideas</source>
        <translation>Ideen finden</translation>
    </message>
    <message>
        <source>Give me five names for a grey cat.</source>
        <translation>Nenne mir fünf Namen für eine graue Katze.</translation>
    </message>
    <message>
        <source>Summarise this text in one paragraph:</source>
        <translation>Fasse diesen Text in einem Absatz zusammen:</translation>
    </message>
    <message>
        <source>Work on a text</source>
        <translation>An einem Text arbeiten</translation>
    </message>
    <message>
        <source>Write a short poem about rain at a window.</source>
        <translation>Schreib ein kurzes Gedicht über Regen am Fenster.</translation>
    </message>
    <message>
        <source>Write something</source>
        <translation>Etwas schreiben</translation>
    </message>
</context>
<context>
    <name>ReplyFields</name>
    <message>
        <source>Add a text, then Enter</source>
        <translation>Text eingeben, dann Enter</translation>
    </message>
    <message>
        <source>By chance</source>
        <translation>Zufällig</translation>
    </message>
    <message>
        <source>Take away {text}</source>
        <translation>{text} wegnehmen</translation>
    </message>
    <message>
        <source>The engine can use it.</source>
        <translation>Die Engine kann damit umgehen.</translation>
    </message>
    <message>
        <source>Throw the dice for a seed</source>
        <translation>Einen Startwert würfeln</translation>
    </message>
    <message>
        <source>What is wrong with it</source>
        <translation>Was daran nicht stimmt</translation>
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
    <name>Sentence</name>
    <message numerus="yes">
        <source>%Ln message(s) could be read and are back in the list.</source>
        <translation>
            <numerusform>%Ln Nachricht war zu lesen und ist wieder in der Liste.</numerusform>
            <numerusform>%Ln Nachrichten waren zu lesen und sind wieder in der Liste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) of the copy of {day} are back in the list; what was written after that is not in it.</source>
        <translation>
            <numerusform>%Ln Nachricht aus der Kopie vom {day} ist wieder in der Liste; was danach geschrieben wurde, fehlt.</numerusform>
            <numerusform>%Ln Nachrichten aus der Kopie vom {day} sind wieder in der Liste; was danach geschrieben wurde, fehlt.</numerusform>
        </translation>
    </message>
    <message>
        <source>A memory of the type {kv_type} needs flash attention.</source>
        <translation>Ein Gedächtnis vom Typ {kv_type} braucht Flash Attention.</translation>
    </message>
    <message>
        <source>A memory of {budget:memory} is too little for {name}: {tokens} tokens take {least:memory}.</source>
        <translation>Ein Gedächtnis von {budget:memory} ist zu klein für {name}: {tokens} Token brauchen {least:memory}.</translation>
    </message>
    <message>
        <source>A newer memory is saved instead.</source>
        <translation>Stattdessen ist ein neueres Gedächtnis gesichert.</translation>
    </message>
    <message>
        <source>A part of the saved memory is damaged.</source>
        <translation>Ein Teil des gesicherten Gedächtnisses ist beschädigt.</translation>
    </message>
    <message>
        <source>A part of the saved memory is missing or cut off.</source>
        <translation>Ein Teil des gesicherten Gedächtnisses fehlt oder ist abgeschnitten.</translation>
    </message>
    <message>
        <source>A part of the saved memory is missing.</source>
        <translation>Ein Teil des gesicherten Gedächtnisses fehlt.</translation>
    </message>
    <message>
        <source>A picture could not be decoded.</source>
        <translation>Ein Bild konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>A picture could not be encoded. {reason}</source>
        <translation>Ein Bild konnte nicht umgerechnet werden. {reason}</translation>
    </message>
    <message>
        <source>A picture has more than {most} MB.</source>
        <translation>Ein Bild hat mehr als {most} MB.</translation>
    </message>
    <message>
        <source>A picture has {width} x {height} pixels; at most {most} x {most} are taken.</source>
        <translation>Ein Bild hat {width} x {height} Bildpunkte; höchstens {most} x {most} werden genommen.</translation>
    </message>
    <message>
        <source>A picture is a PNG of a kind that is not taken.</source>
        <translation>Ein Bild ist ein PNG einer Art, die nicht genommen wird.</translation>
    </message>
    <message>
        <source>A picture is damaged: not all of it is there.</source>
        <translation>Ein Bild ist beschädigt: Es ist nicht ganz da.</translation>
    </message>
    <message>
        <source>A picture is no PNG file.</source>
        <translation>Ein Bild ist keine PNG-Datei.</translation>
    </message>
    <message>
        <source>A picture of this chat has to be looked at again, which this model cannot do as it was loaded.</source>
        <translation>Ein Bild dieses Chats muss noch einmal angesehen werden; das kann dieses Modell nicht, so wie es geladen ist.</translation>
    </message>
    <message>
        <source>A picture of this chat is missing: {reason}.</source>
        <translation>Ein Bild dieses Chats fehlt: {reason}.</translation>
    </message>
    <message>
        <source>A picture of this chat was changed since it was attached.</source>
        <translation>Ein Bild dieses Chats wurde verändert, seit es angehängt wurde.</translation>
    </message>
    <message>
        <source>A picture was read with another vision part before.</source>
        <translation>Ein Bild wurde vorher mit einem anderen Bildteil gelesen.</translation>
    </message>
    <message>
        <source>A rule of the grammar begins with itself (in “{name}”).</source>
        <translation>Eine Regel der Grammatik beginnt mit sich selbst (in „{name}“).</translation>
    </message>
    <message>
        <source>A rule of the grammar begins with itself.</source>
        <translation>Eine Regel der Grammatik beginnt mit sich selbst.</translation>
    </message>
    <message>
        <source>A schema is a JSON object.</source>
        <translation>Ein Schema ist ein JSON-Objekt.</translation>
    </message>
    <message>
        <source>A shortcut needs Ctrl, Alt or a function key, since letters alone are for writing.</source>
        <translation>Ein Tastenkürzel braucht Strg, Alt oder eine Funktionstaste, denn Buchstaben allein sind zum Schreiben da.</translation>
    </message>
    <message>
        <source>Accept its terms on its page and enter an access token.</source>
        <translation>Nimm die Bedingungen auf seiner Seite an und gib ein Zugangs-Token ein.</translation>
    </message>
    <message>
        <source>Accept its terms on its page, then try again.</source>
        <translation>Nimm die Bedingungen auf seiner Seite an und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Add it once it is complete.</source>
        <translation>Füge sie hinzu, sobald sie vollständig ist.</translation>
    </message>
    <message>
        <source>Add the rule that a reply begins with: root ::= …</source>
        <translation>Ergänze die Regel, mit der eine Antwort beginnt: root ::= …</translation>
    </message>
    <message>
        <source>An object of the schema has more than {most} members.</source>
        <translation>Ein Objekt des Schemas hat mehr als {most} Felder.</translation>
    </message>
    <message>
        <source>Another import or export goes on.</source>
        <translation>Ein anderer Import oder Export läuft.</translation>
    </message>
    <message>
        <source>Another program is tidying up the saved memories.</source>
        <translation>Ein anderes Programm räumt gerade die gesicherten Gedächtnisse auf.</translation>
    </message>
    <message>
        <source>Answer again.</source>
        <translation>Noch einmal antworten lassen.</translation>
    </message>
    <message>
        <source>Attach a file with text in it.</source>
        <translation>Hänge eine Datei mit Text darin an.</translation>
    </message>
    <message>
        <source>Attach a part of it.</source>
        <translation>Hänge einen Teil davon an.</translation>
    </message>
    <message>
        <source>Attach a smaller one.</source>
        <translation>Ein kleineres anhängen.</translation>
    </message>
    <message>
        <source>Attach it again from the original.</source>
        <translation>Noch einmal vom Original anhängen.</translation>
    </message>
    <message>
        <source>Attach it again.</source>
        <translation>Noch einmal anhängen.</translation>
    </message>
    <message>
        <source>Attach it again; it is converted then.</source>
        <translation>Noch einmal anhängen; dabei wird es umgewandelt.</translation>
    </message>
    <message>
        <source>Attach it in another size or shape.</source>
        <translation>In anderer Größe oder Form anhängen.</translation>
    </message>
    <message>
        <source>Attach text, code, PDF or Word files.</source>
        <translation>Hänge Text, Code, PDF- oder Word-Dateien an.</translation>
    </message>
    <message>
        <source>Attach the files in it.</source>
        <translation>Hänge die Dateien darin an.</translation>
    </message>
    <message>
        <source>Attach the part that matters.</source>
        <translation>Hänge den Teil an, auf den es ankommt.</translation>
    </message>
    <message>
        <source>Begin with {{ &quot;type&quot;: &quot;object&quot;, … }}.</source>
        <translation>Beginne mit {{ &quot;type&quot;: &quot;object&quot;, … }}.</translation>
    </message>
    <message>
        <source>Check date and time, and the network you are in.</source>
        <translation>Prüfe Datum und Uhrzeit und das Netz, in dem du bist.</translation>
    </message>
    <message>
        <source>Check its rights.</source>
        <translation>Prüfe ihre Rechte.</translation>
    </message>
    <message>
        <source>Check that its folder can be written and that no other program holds the file, then try again.</source>
        <translation>Prüfe, dass in ihren Ordner geschrieben werden kann und kein anderes Programm die Datei festhält, und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Check that the data folder can be written; what was saved before is untouched.</source>
        <translation>Prüfe, dass in den Datenordner geschrieben werden kann; was vorher gesichert war, ist unberührt.</translation>
    </message>
    <message>
        <source>Check that the file is still there.</source>
        <translation>Prüfe, dass die Datei noch da ist.</translation>
    </message>
    <message>
        <source>Check the connection to the internet.</source>
        <translation>Prüfe die Verbindung zum Internet.</translation>
    </message>
    <message>
        <source>Choose a build for little-endian machines.</source>
        <translation>Wähle eine Ausgabe für Little-Endian-Rechner.</translation>
    </message>
    <message>
        <source>Choose a current build.</source>
        <translation>Wähle eine aktuelle Ausgabe.</translation>
    </message>
    <message>
        <source>Choose a file that ends in .gguf, made for llama.cpp.</source>
        <translation>Wähle eine Datei mit der Endung .gguf, gemacht für llama.cpp.</translation>
    </message>
    <message>
        <source>Choose a language model in GGUF form.</source>
        <translation>Wähle ein Sprachmodell im GGUF-Format.</translation>
    </message>
    <message>
        <source>Choose a model to chat with.</source>
        <translation>Wähle ein Modell zum Chatten.</translation>
    </message>
    <message>
        <source>Choose a smaller folder.</source>
        <translation>Wähle einen kleineren Ordner.</translation>
    </message>
    <message>
        <source>Choose a smaller memory size in the settings, or a smaller model.</source>
        <translation>Wähle in den Einstellungen ein kleineres Gedächtnis oder ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Choose a smaller memory, or close other programs.</source>
        <translation>Wähle ein kleineres Gedächtnis oder schließe andere Programme.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a stronger quantization.</source>
        <translation>Wähle ein kleineres Modell oder eine stärkere Quantisierung.</translation>
    </message>
    <message>
        <source>Choose another file, or load the model without it.</source>
        <translation>Eine andere Datei wählen oder das Modell ohne sie laden.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Wähle einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose another model for pictures.</source>
        <translation>Für Bilder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>Choose another model, or a larger memory.</source>
        <translation>Wähle ein anderes Modell oder ein größeres Gedächtnis.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose one of {choices}.</source>
        <translation>Wähle aus: {choices}.</translation>
    </message>
    <message>
        <source>Choose the file with mmproj in its name.</source>
        <translation>Die Datei mit mmproj im Namen wählen.</translation>
    </message>
    <message>
        <source>Choose the one that came with this model.</source>
        <translation>Den wählen, der zu diesem Modell gehört.</translation>
    </message>
    <message>
        <source>Choose the preset default, or compact earlier.</source>
        <translation>Wähle die Vorgabe default oder verdichte früher.</translation>
    </message>
    <message>
        <source>Choose the preset default.</source>
        <translation>Wähle die Vorgabe default.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Schließe andere Programme und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller memory size in the settings.</source>
        <translation>Schließe andere Programme oder wähle in den Einstellungen ein kleineres Gedächtnis.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller memory.</source>
        <translation>Schließe andere Programme oder wähle ein kleineres Gedächtnis.</translation>
    </message>
    <message>
        <source>Close other programs, or load a smaller model.</source>
        <translation>Schließe andere Programme oder lade ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Copy the text you need and paste it.</source>
        <translation>Kopiere den Text, den du brauchst, und füge ihn ein.</translation>
    </message>
    <message>
        <source>Correct the grammar.</source>
        <translation>Berichtige die Grammatik.</translation>
    </message>
    <message>
        <source>Correct the schema.</source>
        <translation>Berichtige das Schema.</translation>
    </message>
    <message>
        <source>Download it again and compare its size with the source.</source>
        <translation>Lade sie noch einmal herunter und vergleiche ihre Größe mit der Quelle.</translation>
    </message>
    <message>
        <source>Download it again, or choose another file ending in .gguf.</source>
        <translation>Lade sie noch einmal herunter oder wähle eine andere Datei mit der Endung .gguf.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>Download it again; it goes on from there.</source>
        <translation>Lade sie noch einmal herunter; es geht dort weiter.</translation>
    </message>
    <message>
        <source>Drop a .gguf file into the window.</source>
        <translation>Zieh eine .gguf-Datei ins Fenster.</translation>
    </message>
    <message>
        <source>Enter an access token.</source>
        <translation>Gib ein Zugangs-Token ein.</translation>
    </message>
    <message>
        <source>Every chat that the memory has room for is in it.</source>
        <translation>Alle Chats, für die der Speicher reicht, sind darin.</translation>
    </message>
    <message>
        <source>Everything saved before is untouched. Free some space and try again.</source>
        <translation>Alles vorher Gespeicherte ist unberührt. Schaffe Platz und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Export the chats again; if the file was edited by hand, put back what was changed.</source>
        <translation>Exportiere die Chats noch einmal; wurde die Datei von Hand geändert, nimm die Änderung zurück.</translation>
    </message>
    <message>
        <source>Files of Longthread, ChatGPT (conversations.json or its zip), LM Studio and Jan (thread.json) can be imported.</source>
        <translation>Importieren lassen sich Dateien von Longthread, ChatGPT (conversations.json oder dessen Zip), LM Studio und Jan (thread.json).</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Schaffe Platz und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space; what was saved before is untouched and the chat goes on.</source>
        <translation>Schaffe Platz; was vorher gesichert war, ist unberührt, und der Chat geht weiter.</translation>
    </message>
    <message>
        <source>Get it once more.</source>
        <translation>Hole sie noch einmal.</translation>
    </message>
    <message>
        <source>Get or save it again, smaller.</source>
        <translation>Noch einmal holen oder speichern, kleiner.</translation>
    </message>
    <message>
        <source>Get or save it again.</source>
        <translation>Hole oder speichere sie noch einmal.</translation>
    </message>
    <message>
        <source>Give it more memory, or choose the smaller memory type q8_0.</source>
        <translation>Gib ihm mehr Gedächtnis oder wähle den kleineren Typ q8_0.</translation>
    </message>
    <message>
        <source>Give the parts back their names that end in -00001-of-0000N.gguf.</source>
        <translation>Gib den Teilen ihre Namen zurück, die auf -00001-of-0000N.gguf enden.</translation>
    </message>
    <message>
        <source>Go on with the chat first.</source>
        <translation>Führe erst den Chat weiter.</translation>
    </message>
    <message>
        <source>Go on without it, or attach it again in a new message.</source>
        <translation>Ohne es weitermachen oder es in einer neuen Nachricht noch einmal anhängen.</translation>
    </message>
    <message>
        <source>Go on; there is nothing old enough to compact yet.</source>
        <translation>Mach weiter; noch ist nichts alt genug zum Verdichten.</translation>
    </message>
    <message>
        <source>Have a scanner program recognise the text first (OCR).</source>
        <translation>Lass zuerst ein Scan-Programm den Text erkennen (OCR).</translation>
    </message>
    <message>
        <source>If you have a copy of {file}, close the program and put it into {folder}.</source>
        <translation>Wenn du eine Kopie von {file} hast, schließe das Programm und lege sie in {folder}.</translation>
    </message>
    <message>
        <source>Install that version again, or start with another data folder.</source>
        <translation>Installiere diese Version wieder oder starte mit einem anderen Datenordner.</translation>
    </message>
    <message>
        <source>Install that version first.</source>
        <translation>Installiere erst diese Version.</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>Installiere das Programm neu.</translation>
    </message>
    <message>
        <source>It can be used for text; for pictures choose a model like Gemma 3, LLaVA, Pixtral or SmolVLM.</source>
        <translation>Für Text kann es benutzt werden; für Bilder ein Modell wie Gemma 3, LLaVA, Pixtral oder SmolVLM wählen.</translation>
    </message>
    <message>
        <source>It cannot be read ({reason}); check its rights.</source>
        <translation>Der Ordner kann nicht gelesen werden ({reason}); prüfe die Rechte.</translation>
    </message>
    <message>
        <source>It holds more than {most} folders; not all were looked into.</source>
        <translation>Er enthält mehr als {most} Ordner; nicht alle wurden durchgesehen.</translation>
    </message>
    <message>
        <source>It is a diffusion model: it keeps no cache of the past.</source>
        <translation>Es ist ein Diffusionsmodell: Es hält keinen Cache der Vergangenheit.</translation>
    </message>
    <message>
        <source>It is a recurrent model: there is no KV cache that could grow or be compacted.</source>
        <translation>Es ist ein rekurrentes Modell: Es gibt keinen KV-Cache, der wachsen oder verdichtet werden könnte.</translation>
    </message>
    <message>
        <source>It is an encoder-decoder; compacting such caches is not supported yet.</source>
        <translation>Es ist ein Encoder-Decoder; solche Caches lassen sich noch nicht verdichten.</translation>
    </message>
    <message>
        <source>It is an encoder: it does not write text and keeps no cache.</source>
        <translation>Es ist ein Encoder: Er schreibt keinen Text und hält keinen Cache.</translation>
    </message>
    <message>
        <source>It is being started again. Your chats are safe.</source>
        <translation>Sie wird neu gestartet. Deine Chats sind sicher.</translation>
    </message>
    <message>
        <source>It is compacted again later.</source>
        <translation>Es wird später wieder verdichtet.</translation>
    </message>
    <message>
        <source>It is saved again later.</source>
        <translation>Es wird später wieder gesichert.</translation>
    </message>
    <message>
        <source>It is tried again. Until then, keep the window open.</source>
        <translation>Es wird wieder versucht. Lass das Fenster so lange offen.</translation>
    </message>
    <message>
        <source>It keeps a compressed (MLA) cache; compacting such caches is not supported yet.</source>
        <translation>Es hält einen komprimierten Cache (MLA); solche Caches lassen sich noch nicht verdichten.</translation>
    </message>
    <message>
        <source>It may be damaged. Copy the text you need and paste it.</source>
        <translation>Sie ist vielleicht beschädigt. Kopiere den Text, den du brauchst, und füge ihn ein.</translation>
    </message>
    <message>
        <source>It may come from someone who means harm.</source>
        <translation>Sie kommt vielleicht von jemandem, der Schaden will.</translation>
    </message>
    <message>
        <source>It may have been renamed or removed.</source>
        <translation>Vielleicht wurde es umbenannt oder entfernt.</translation>
    </message>
    <message>
        <source>It may need a newer version of this program, or be damaged; try another file.</source>
        <translation>Vielleicht braucht es eine neuere Version dieses Programms oder ist beschädigt; versuche eine andere Datei.</translation>
    </message>
    <message>
        <source>It mixes recurrent and attention layers; compacting such caches is not supported yet.</source>
        <translation>Es mischt rekurrente Schichten mit Aufmerksamkeit; solche Caches lassen sich noch nicht verdichten.</translation>
    </message>
    <message>
        <source>It uses ALiBi positions; compacting such caches is not supported yet.</source>
        <translation>Es nutzt ALiBi-Positionen; solche Caches lassen sich noch nicht verdichten.</translation>
    </message>
    <message>
        <source>It uses attention sinks; compacting such caches is not supported yet.</source>
        <translation>Es nutzt Attention Sinks; solche Caches lassen sich noch nicht verdichten.</translation>
    </message>
    <message numerus="yes">
        <source>It was cut in %Ln place(s).</source>
        <translation>
            <numerusform>Er wurde an %Ln Stelle getrennt.</numerusform>
            <numerusform>Er wurde an %Ln Stellen getrennt.</numerusform>
        </translation>
    </message>
    <message>
        <source>It was deleted.</source>
        <translation>Es ist gelöscht.</translation>
    </message>
    <message>
        <source>It was thrown away. Fetch it again.</source>
        <translation>Die Datei wurde verworfen. Lade sie noch einmal.</translation>
    </message>
    <message>
        <source>It will be rebuilt from the messages.</source>
        <translation>Es wird aus den Nachrichten neu aufgebaut.</translation>
    </message>
    <message>
        <source>Its text is saved.</source>
        <translation>Sein Text ist gespeichert.</translation>
    </message>
    <message>
        <source>Keep it below {most}.</source>
        <translation>Höchstens {most} sind möglich.</translation>
    </message>
    <message>
        <source>Leave it out.</source>
        <translation>Das Bild weglassen.</translation>
    </message>
    <message>
        <source>Let alternatives begin with different characters.</source>
        <translation>Lass Alternativen mit verschiedenen Zeichen beginnen.</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: this is not JSON ({reason}).</source>
        <translation>Zeile {line}, Spalte {column}: das ist kein JSON ({reason}).</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {what}.</source>
        <translation>Zeile {line}, Spalte {column}: {what}.</translation>
    </message>
    <message>
        <source>Load a model with its vision part (mmproj), or describe it.</source>
        <translation>Ein Modell mit seinem Bildteil (mmproj) laden oder es beschreiben.</translation>
    </message>
    <message>
        <source>Load it with a smaller memory than {tokens} tokens.</source>
        <translation>Lade es mit einem kleineren Gedächtnis als {tokens} Token.</translation>
    </message>
    <message>
        <source>Load it with its vision part (mmproj), or send the message without the picture.</source>
        <translation>Es mit seinem Bildteil (mmproj) laden oder die Nachricht ohne das Bild senden.</translation>
    </message>
    <message>
        <source>Load one first.</source>
        <translation>Lade erst eines.</translation>
    </message>
    <message>
        <source>Load the model again; with less memory if it happens again.</source>
        <translation>Lade das Modell neu, und wenn es wieder geschieht, mit weniger Gedächtnis.</translation>
    </message>
    <message>
        <source>Load the model with a larger memory first.</source>
        <translation>Lade das Modell erst mit einem größeren Gedächtnis.</translation>
    </message>
    <message>
        <source>Load the model without it.</source>
        <translation>Das Modell ohne ihn laden.</translation>
    </message>
    <message>
        <source>Loading was stopped.</source>
        <translation>Das Laden wurde angehalten.</translation>
    </message>
    <message>
        <source>Loading {name} did not end the last {times} times, so it is left alone now.</source>
        <translation>{name} wurde die letzten {times} Male nicht zu Ende geladen, deshalb wird es jetzt in Ruhe gelassen.</translation>
    </message>
    <message>
        <source>Longthread is already open with these conversations (process {pid}).</source>
        <translation>Longthread ist mit diesen Chats schon geöffnet (Prozess {pid}).</translation>
    </message>
    <message>
        <source>Longthread is already open with these conversations.</source>
        <translation>Longthread ist mit diesen Chats schon geöffnet.</translation>
    </message>
    <message>
        <source>Longthread is set to stay offline.</source>
        <translation>Longthread soll offline bleiben.</translation>
    </message>
    <message>
        <source>Look whether it was moved, or load the model without it.</source>
        <translation>Nachsehen, ob er verschoben wurde, oder das Modell ohne ihn laden.</translation>
    </message>
    <message>
        <source>Look whether it was moved.</source>
        <translation>Sieh nach, ob sie verschoben wurde.</translation>
    </message>
    <message>
        <source>Look whether there is room on the disk.</source>
        <translation>Nachsehen, ob auf der Platte Platz ist.</translation>
    </message>
    <message>
        <source>Look whether you may open it.</source>
        <translation>Sieh nach, ob du sie öffnen darfst.</translation>
    </message>
    <message>
        <source>Make it smaller and attach that.</source>
        <translation>Verkleinern und das anhängen.</translation>
    </message>
    <message>
        <source>Make room and check your rights in {parent}.</source>
        <translation>Schaffe Platz und prüfe deine Rechte in {parent}.</translation>
    </message>
    <message>
        <source>Make room on the disk and measure again.</source>
        <translation>Schaffe Platz auf dem Datenträger und miss noch einmal.</translation>
    </message>
    <message>
        <source>Make room on the disk, or choose a smaller file.</source>
        <translation>Schaffe Platz auf dem Datenträger oder wähle eine kleinere Datei.</translation>
    </message>
    <message>
        <source>Memory ran out: close other programs, or choose a smaller model.</source>
        <translation>Der Arbeitsspeicher ging aus: Schließe andere Programme oder wähle ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Messages before these are deleted, too.</source>
        <translation>Auch Nachrichten davor sind gelöscht.</translation>
    </message>
    <message>
        <source>No memory could be made for this model: {reason}</source>
        <translation>Für dieses Modell konnte kein Gedächtnis angelegt werden: {reason}</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Kein Modell ist geladen.</translation>
    </message>
    <message>
        <source>No secure connection to the hub could be made.</source>
        <translation>Es kam keine sichere Verbindung zum Hub zustande.</translation>
    </message>
    <message>
        <source>Not all of it could be deleted ({reason}).</source>
        <translation>Nicht alles ließ sich löschen ({reason}).</translation>
    </message>
    <message>
        <source>Not all of it could be deleted.</source>
        <translation>Nicht alles ließ sich löschen.</translation>
    </message>
    <message>
        <source>Nothing could be read from it, so the list starts empty.</source>
        <translation>Aus ihr war nichts zu lesen, deshalb beginnt die Liste leer.</translation>
    </message>
    <message>
        <source>Nothing was added.</source>
        <translation>Nichts wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>Only the last part of this chat fits the memory as it is; the text is all there.</source>
        <translation>Nur der letzte Teil dieses Chats passt so ins Gedächtnis; der Text ist vollständig da.</translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation>Öffne ihn noch einmal.</translation>
    </message>
    <message>
        <source>Open it elsewhere and save it again.</source>
        <translation>Öffne sie anderswo und speichere sie neu.</translation>
    </message>
    <message>
        <source>Open it, save or print it without one, and attach that.</source>
        <translation>Öffne sie, speichere oder drucke sie ohne Passwort und hänge das an.</translation>
    </message>
    <message>
        <source>Open the chat again to go on without it, or load the model with its vision part.</source>
        <translation>Den Chat noch einmal öffnen, um ohne das Bild weiterzumachen, oder das Modell mit seinem Bildteil laden.</translation>
    </message>
    <message>
        <source>Open the chat again.</source>
        <translation>Öffne den Chat noch einmal.</translation>
    </message>
    <message>
        <source>Part {no} of {count} of this model is missing ({name}).</source>
        <translation>Teil {no} von {count} dieses Modells fehlt ({name}).</translation>
    </message>
    <message>
        <source>Print it to a PDF and attach that.</source>
        <translation>Drucke sie in eine PDF-Datei und hänge die an.</translation>
    </message>
    <message>
        <source>Put all parts of the model into the same folder.</source>
        <translation>Lege alle Teile des Modells in denselben Ordner.</translation>
    </message>
    <message>
        <source>Put it back into {parent}, or drop it into the window from its new place.</source>
        <translation>Lege sie zurück nach {parent} oder zieh sie von ihrem neuen Ort ins Fenster.</translation>
    </message>
    <message>
        <source>Put what repeats after it: a ::= b (&quot;,&quot; b)*</source>
        <translation>Setze dahinter, was sich wiederholt: a ::= b (&quot;,&quot; b)*</translation>
    </message>
    <message>
        <source>Read as {encoding}.</source>
        <translation>Gelesen als {encoding}.</translation>
    </message>
    <message>
        <source>Reading this chat was stopped; it goes on with the next message.</source>
        <translation>Das Lesen dieses Chats wurde angehalten; mit der nächsten Nachricht geht es weiter.</translation>
    </message>
    <message>
        <source>Refer to definitions of its own, as in #/$defs/name.</source>
        <translation>Verweise auf eigene Definitionen, wie in #/$defs/name.</translation>
    </message>
    <message>
        <source>Run the setup again.</source>
        <translation>Führe die Einrichtung noch einmal aus.</translation>
    </message>
    <message>
        <source>Save it as .docx and attach that.</source>
        <translation>Speichere sie als .docx und hänge das an.</translation>
    </message>
    <message>
        <source>Save it as .docx or PDF and attach that.</source>
        <translation>Speichere sie als .docx oder PDF und hänge das an.</translation>
    </message>
    <message>
        <source>Save it as PNG or JPEG and attach that.</source>
        <translation>Als PNG oder JPEG speichern und das anhängen.</translation>
    </message>
    <message>
        <source>Save it without one and attach that.</source>
        <translation>Speichere sie ohne Passwort und hänge das an.</translation>
    </message>
    <message>
        <source>Save the pages that matter as another PDF.</source>
        <translation>Speichere die Seiten, auf die es ankommt, als eigene PDF-Datei.</translation>
    </message>
    <message>
        <source>Save the sheet as CSV and attach that.</source>
        <translation>Speichere das Blatt als CSV und hänge das an.</translation>
    </message>
    <message>
        <source>Save them as PDF and attach that.</source>
        <translation>Speichere sie als PDF und hänge das an.</translation>
    </message>
    <message>
        <source>Send a shorter text, turn compaction on, or load the model with a larger memory.</source>
        <translation>Sende einen kürzeren Text, schalte die Verdichtung ein oder lade das Modell mit einem größeren Gedächtnis.</translation>
    </message>
    <message>
        <source>Send it in smaller pieces, or load the model with a larger memory.</source>
        <translation>Sende sie in kleineren Stücken oder lade das Modell mit einem größeren Gedächtnis.</translation>
    </message>
    <message>
        <source>Send it in smaller pieces.</source>
        <translation>Sende es in kleineren Stücken.</translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation>Vereinfache es.</translation>
    </message>
    <message>
        <source>Some messages followed one another in a circle.</source>
        <translation>Einige Nachrichten folgten einander im Kreis.</translation>
    </message>
    <message>
        <source>Something else uses it. Try again later.</source>
        <translation>Etwas anderes benutzt es. Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>Something went wrong ({reason}).</source>
        <translation>Etwas ging schief ({reason}).</translation>
    </message>
    <message>
        <source>Split it.</source>
        <translation>Teile es auf.</translation>
    </message>
    <message>
        <source>Stop it by force; the text is kept.</source>
        <translation>Beende sie gewaltsam; der Text bleibt erhalten.</translation>
    </message>
    <message>
        <source>Stopped before it began.</source>
        <translation>Angehalten, bevor es begann.</translation>
    </message>
    <message>
        <source>Switch it on, or choose the memory type f16.</source>
        <translation>Schalte sie ein oder wähle den Typ f16 für das Gedächtnis.</translation>
    </message>
    <message>
        <source>That chat is not there any more.</source>
        <translation>Diesen Chat gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged or locked.</source>
        <translation>Das Archiv „{name}“ ist beschädigt oder gesperrt.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged.</source>
        <translation>Das Archiv „{name}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>The chat goes on; its text is saved.</source>
        <translation>Der Chat geht weiter; sein Text ist gespeichert.</translation>
    </message>
    <message>
        <source>The chat “{title}” is too large to be read.</source>
        <translation>Der Chat „{title}“ ist zu groß, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log cannot be read: {reason}.</source>
        <translation>Das Token-Protokoll des Chats kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log contradicts itself.</source>
        <translation>Das Token-Protokoll des Chats widerspricht sich.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log has version {version}; this program reads up to {newest}.</source>
        <translation>Das Token-Protokoll des Chats hat die Version {version}; dieses Programm liest bis {newest}.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is damaged.</source>
        <translation>Das Token-Protokoll des Chats ist beschädigt.</translation>
    </message>
    <message>
        <source>The compaction was stopped; the memory is as it was.</source>
        <translation>Die Verdichtung wurde angehalten; das Gedächtnis ist, wie es war.</translation>
    </message>
    <message>
        <source>The computer&apos;s memory is used up.</source>
        <translation>Der Arbeitsspeicher des Rechners ist aufgebraucht.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Die Verbindung ging verloren.</translation>
    </message>
    <message>
        <source>The diagnostics could not be written ({reason}).</source>
        <translation>Die Diagnose konnte nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>The disk is full, so this could not be saved.</source>
        <translation>Der Datenträger ist voll, deshalb konnte das nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>The disk is full: {name} could not be saved.</source>
        <translation>Der Datenträger ist voll: {name} konnte nicht gesichert werden.</translation>
    </message>
    <message>
        <source>The download probably stopped early; download it again.</source>
        <translation>Wahrscheinlich brach das Herunterladen ab; lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The engine cannot use this grammar: it repeats too much within repetitions.</source>
        <translation>Die Engine kann mit dieser Grammatik nicht umgehen: Sie wiederholt zu viel innerhalb von Wiederholungen.</translation>
    </message>
    <message>
        <source>The engine could not be started ({reason}).</source>
        <translation>Die Engine konnte nicht gestartet werden ({reason}).</translation>
    </message>
    <message>
        <source>The engine did not answer after it was started.</source>
        <translation>Die Engine hat nach dem Start nicht geantwortet.</translation>
    </message>
    <message>
        <source>The engine does not know this request: {reason}</source>
        <translation>Die Engine kennt diese Anfrage nicht: {reason}</translation>
    </message>
    <message>
        <source>The engine does not stop.</source>
        <translation>Die Engine hält nicht an.</translation>
    </message>
    <message>
        <source>The engine failed: {kind}: {reason}</source>
        <translation>In der Engine ist ein Fehler: {kind}: {reason}</translation>
    </message>
    <message>
        <source>The engine has made no progress for a while.</source>
        <translation>Die Engine kommt seit einer Weile nicht voran.</translation>
    </message>
    <message>
        <source>The engine is not installed completely.</source>
        <translation>Die Engine ist nicht vollständig installiert.</translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation>Die Engine läuft nicht.</translation>
    </message>
    <message>
        <source>The engine ran out of memory.</source>
        <translation>Der Engine ging der Arbeitsspeicher aus.</translation>
    </message>
    <message>
        <source>The engine sent something that is not a message ({reason}).</source>
        <translation>Die Engine hat etwas gesendet, das keine Nachricht ist ({reason}).</translation>
    </message>
    <message>
        <source>The engine speaks version {version}, this program version {own}.</source>
        <translation>Die Engine spricht Version {version}, dieses Programm Version {own}.</translation>
    </message>
    <message>
        <source>The engine stopped because a check inside it failed.</source>
        <translation>Die Engine hat angehalten, weil eine Prüfung in ihr fehlschlug.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (code {status}).</source>
        <translation>Die Engine brach unerwartet ab (Code {status}).</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({signal}).</source>
        <translation>Die Engine brach unerwartet ab ({signal}).</translation>
    </message>
    <message>
        <source>The engine was ended by the system, most likely because memory ran out.</source>
        <translation>Das System hat die Engine beendet, wahrscheinlich weil der Arbeitsspeicher ausging.</translation>
    </message>
    <message>
        <source>The engine was stopped by force.</source>
        <translation>Die Engine wurde gewaltsam beendet.</translation>
    </message>
    <message>
        <source>The engine&apos;s answer cannot be sent.</source>
        <translation>Die Antwort des Modellprozesses kann nicht übertragen werden.</translation>
    </message>
    <message>
        <source>The engine&apos;s native library cannot be loaded: {reason}</source>
        <translation>Die Bibliothek der Engine kann nicht geladen werden: {reason}</translation>
    </message>
    <message>
        <source>The file cannot be read ({kind}).</source>
        <translation>Die Datei kann nicht gelesen werden ({kind}).</translation>
    </message>
    <message>
        <source>The file cannot be read ({reason}).</source>
        <translation>Die Datei kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>The file cannot be written ({reason}).</source>
        <translation>Die Datei kann nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>The file on the hub is shorter than what is here.</source>
        <translation>Die Datei auf dem Hub ist kürzer als das, was hier ist.</translation>
    </message>
    <message>
        <source>The file was thrown away. Download it again.</source>
        <translation>Die Datei wurde verworfen. Lade sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The file with the conversations cannot be used right now ({reason}).</source>
        <translation>Die Datei mit den Chats kann gerade nicht benutzt werden ({reason}).</translation>
    </message>
    <message>
        <source>The file with the conversations cannot be used: {reason}.</source>
        <translation>Die Datei mit den Chats kann nicht benutzt werden: {reason}.</translation>
    </message>
    <message>
        <source>The file with the conversations is damaged ({reason}).</source>
        <translation>Die Datei mit den Chats ist beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The file with your conversations was damaged.</source>
        <translation>Die Datei mit deinen Chats war beschädigt.</translation>
    </message>
    <message>
        <source>The file with your conversations was gone or empty.</source>
        <translation>Die Datei mit deinen Unterhaltungen war weg oder leer.</translation>
    </message>
    <message>
        <source>The folder is not there; plug in its disk, or take it off the list.</source>
        <translation>Der Ordner ist nicht da; schließe seinen Datenträger an oder nimm ihn aus der Liste.</translation>
    </message>
    <message>
        <source>The grammar has no rule “root”.</source>
        <translation>Die Grammatik hat keine Regel „root“.</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous: the same text can be read in too many ways.</source>
        <translation>Die Grammatik ist zu mehrdeutig: Derselbe Text lässt sich auf zu viele Arten lesen.</translation>
    </message>
    <message>
        <source>The grammar is too large to be checked.</source>
        <translation>Die Grammatik ist zu groß, um geprüft zu werden.</translation>
    </message>
    <message>
        <source>The grammar is too long ({length} characters).</source>
        <translation>Die Grammatik ist zu lang ({length} Zeichen).</translation>
    </message>
    <message>
        <source>The graphics driver failed inside the engine.</source>
        <translation>Der Grafiktreiber versagte in der Engine.</translation>
    </message>
    <message>
        <source>The heads of {name} need not be measured. {reason}</source>
        <translation>Die Köpfe von {name} müssen nicht gemessen werden. {reason}</translation>
    </message>
    <message>
        <source>The hub answered a search with something that cannot be read.</source>
        <translation>Der Hub hat auf eine Suche mit etwas geantwortet, das nicht zu lesen ist.</translation>
    </message>
    <message>
        <source>The hub cannot be found.</source>
        <translation>Der Hub ist nicht zu finden.</translation>
    </message>
    <message>
        <source>The hub does not answer.</source>
        <translation>Der Hub antwortet nicht.</translation>
    </message>
    <message>
        <source>The hub does not know this address.</source>
        <translation>Der Hub kennt diese Adresse nicht.</translation>
    </message>
    <message>
        <source>The hub has a problem (status {status}).</source>
        <translation>Der Hub hat ein Problem (Status {status}).</translation>
    </message>
    <message>
        <source>The hub is busy.</source>
        <translation>Der Hub ist beschäftigt.</translation>
    </message>
    <message>
        <source>The hub refused this (status {status}).</source>
        <translation>Der Hub hat das abgelehnt (Status {status}).</translation>
    </message>
    <message>
        <source>The hub refuses this without a token.</source>
        <translation>Der Hub lehnt das ohne Token ab.</translation>
    </message>
    <message>
        <source>The hub sent another part of the file than was asked for.</source>
        <translation>Der Hub hat einen anderen Teil der Datei gesendet als verlangt.</translation>
    </message>
    <message>
        <source>The hub sent this request somewhere it cannot go.</source>
        <translation>Der Hub hat diese Anfrage dorthin geschickt, wohin sie nicht darf.</translation>
    </message>
    <message>
        <source>The hub&apos;s answer is too long.</source>
        <translation>Die Antwort des Hubs ist zu lang.</translation>
    </message>
    <message>
        <source>The hub&apos;s list of files cannot be read.</source>
        <translation>Die Dateiliste des Hubs ist nicht zu lesen.</translation>
    </message>
    <message>
        <source>The hub&apos;s list of files has no name or no revision.</source>
        <translation>Der Dateiliste des Hubs fehlt Name oder Revision.</translation>
    </message>
    <message>
        <source>The import was cancelled.</source>
        <translation>Der Import wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The library could not use the saved memory.</source>
        <translation>Die Bibliothek konnte mit dem gesicherten Gedächtnis nichts anfangen.</translation>
    </message>
    <message>
        <source>The measurement of the model&apos;s heads was stopped.</source>
        <translation>Das Messen der Köpfe des Modells wurde angehalten.</translation>
    </message>
    <message>
        <source>The memory cannot be compacted: {reason}.</source>
        <translation>Das Gedächtnis lässt sich nicht verdichten: {reason}.</translation>
    </message>
    <message>
        <source>The memory changed while it was compacted: {reason}.</source>
        <translation>Das Gedächtnis änderte sich, während es verdichtet wurde: {reason}.</translation>
    </message>
    <message>
        <source>The memory could not be copied ({written} of {size} bytes).</source>
        <translation>Das Gedächtnis konnte nicht kopiert werden ({written} von {size} Byte).</translation>
    </message>
    <message>
        <source>The memory could not be put back after a compaction.</source>
        <translation>Das Gedächtnis konnte nach einer Verdichtung nicht zurückgesetzt werden.</translation>
    </message>
    <message>
        <source>The memory could not be saved: {kind}: {reason}</source>
        <translation>Das Gedächtnis konnte nicht gesichert werden: {kind}: {reason}</translation>
    </message>
    <message>
        <source>The memory holds {found} rows, not {expected}.</source>
        <translation>Das Gedächtnis hat {found} Zeilen, nicht {expected}.</translation>
    </message>
    <message>
        <source>The memory is full.</source>
        <translation>Das Gedächtnis ist voll.</translation>
    </message>
    <message>
        <source>The memory of this chat is not there yet.</source>
        <translation>Das Gedächtnis dieses Chats ist noch nicht da.</translation>
    </message>
    <message>
        <source>The memory was changed while it was compacted.</source>
        <translation>Das Gedächtnis wurde geändert, während es verdichtet wurde.</translation>
    </message>
    <message>
        <source>The memory will be rebuilt from the messages.</source>
        <translation>Das Gedächtnis wird aus den Nachrichten neu aufgebaut.</translation>
    </message>
    <message>
        <source>The message to cut after is not in this chat.</source>
        <translation>Die Nachricht, nach der abgeschnitten werden soll, ist nicht in diesem Chat.</translation>
    </message>
    <message>
        <source>The model could not be loaded: {reason}</source>
        <translation>Das Modell konnte nicht geladen werden: {reason}</translation>
    </message>
    <message>
        <source>The model could not compute (status {status}). {reason}</source>
        <translation>Das Modell konnte nicht rechnen (Status {status}). {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s answers are not numbers, so its heads cannot be measured.</source>
        <translation>Die Ausgaben des Modells sind keine Zahlen, deshalb lassen sich seine Köpfe nicht messen.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed: {reason}</source>
        <translation>Die Chat-Vorlage des Modells ist fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is {length} characters long; that cannot be right.</source>
        <translation>Die Chat-Vorlage des Modells ist {length} Zeichen lang; das kann nicht stimmen.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves no place for pictures.</source>
        <translation>Die Chatvorlage des Modells lässt keinen Platz für Bilder.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves replies out.</source>
        <translation>Die Chat-Vorlage des Modells lässt Antworten aus.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves the message out.</source>
        <translation>Die Chat-Vorlage des Modells lässt die Nachricht aus.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template uses names it may not use.</source>
        <translation>Die Chat-Vorlage des Modells benutzt Namen, die sie nicht benutzen darf.</translation>
    </message>
    <message>
        <source>The model&apos;s vision part could not use a picture. {reason}</source>
        <translation>Der Bildteil des Modells konnte ein Bild nicht verwenden. {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s vision part made something else than rows of a picture.</source>
        <translation>Der Bildteil des Modells hat etwas anderes gemacht als Zeilen eines Bildes.</translation>
    </message>
    <message>
        <source>The native library in use was built without compaction.</source>
        <translation>Die benutzte Bibliothek wurde ohne Verdichtung gebaut.</translation>
    </message>
    <message>
        <source>The process that renders chat templates cannot be started ({reason}).</source>
        <translation>Der Prozess für Chat-Vorlagen kann nicht gestartet werden ({reason}).</translation>
    </message>
    <message>
        <source>The reading was stopped.</source>
        <translation>Das Lesen wurde angehalten.</translation>
    </message>
    <message>
        <source>The rules of the grammar begin with one another in too many ways.</source>
        <translation>Die Regeln der Grammatik beginnen auf zu viele Arten miteinander.</translation>
    </message>
    <message>
        <source>The saved memory belongs to another course of this chat.</source>
        <translation>Das gesicherte Gedächtnis gehört zu einem anderen Verlauf dieses Chats.</translation>
    </message>
    <message>
        <source>The saved memory belongs to another model.</source>
        <translation>Das gesicherte Gedächtnis gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>The saved memory cannot be cut to where this chat went on.</source>
        <translation>Das gesicherte Gedächtnis lässt sich nicht dort abschneiden, wo dieser Chat weiterging.</translation>
    </message>
    <message>
        <source>The saved memory cannot be read: {reason}.</source>
        <translation>Das gesicherte Gedächtnis kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>The saved memory has another layout than this model&apos;s memory has now.</source>
        <translation>Das gesicherte Gedächtnis ist anders aufgebaut als das Gedächtnis dieses Modells jetzt.</translation>
    </message>
    <message>
        <source>The saved memory has another length than its log.</source>
        <translation>Das gesicherte Gedächtnis ist nicht so lang wie sein Protokoll.</translation>
    </message>
    <message>
        <source>The saved memory is larger than the memory the model was loaded with.</source>
        <translation>Das gesicherte Gedächtnis ist größer als das, mit dem das Modell geladen wurde.</translation>
    </message>
    <message>
        <source>The saved memory was written with a newer engine library.</source>
        <translation>Das gesicherte Gedächtnis wurde mit einer neueren Bibliothek der Engine geschrieben.</translation>
    </message>
    <message>
        <source>The schema cannot be used: {reason}.</source>
        <translation>Das Schema ist nicht brauchbar: {reason}.</translation>
    </message>
    <message>
        <source>The schema has too many patterns.</source>
        <translation>Das Schema hat zu viele Muster.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply, or holds a number that is too long.</source>
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
        <source>The schema refers to “{reference}”, which is not inside of it.</source>
        <translation>Das Schema verweist auf „{reference}“, was nicht darin steht.</translation>
    </message>
    <message>
        <source>The snapshot contradicts itself.</source>
        <translation>Die Sicherung widerspricht sich.</translation>
    </message>
    <message>
        <source>The snapshot has no section “{section}”.</source>
        <translation>Die Sicherung hat keinen Abschnitt „{section}“.</translation>
    </message>
    <message>
        <source>The snapshot has version {version}; this program reads up to version {newest}.</source>
        <translation>Die Sicherung hat Version {version}; dieses Programm liest bis Version {newest}.</translation>
    </message>
    <message>
        <source>The snapshot is cut off or damaged.</source>
        <translation>Die Sicherung ist abgeschnitten oder beschädigt.</translation>
    </message>
    <message>
        <source>The snapshot is cut off.</source>
        <translation>Die Sicherung ist abgeschnitten.</translation>
    </message>
    <message>
        <source>The snapshot is damaged (section {section}).</source>
        <translation>Die Sicherung ist beschädigt (Abschnitt {section}).</translation>
    </message>
    <message>
        <source>The snapshot is larger than this model&apos;s memory can be.</source>
        <translation>Die Sicherung ist größer, als das Gedächtnis dieses Modells sein kann.</translation>
    </message>
    <message>
        <source>The snapshot&apos;s header is damaged.</source>
        <translation>Der Kopf der Sicherung ist beschädigt.</translation>
    </message>
    <message>
        <source>The snapshot&apos;s list of parts is damaged ({reason}).</source>
        <translation>Die Liste der Teile der Sicherung ist beschädigt ({reason}).</translation>
    </message>
    <message>
        <source>The snapshot&apos;s log is damaged.</source>
        <translation>Das Protokoll der Sicherung ist beschädigt.</translation>
    </message>
    <message>
        <source>The snapshot&apos;s table of sections is damaged.</source>
        <translation>Die Abschnittstabelle der Sicherung ist beschädigt.</translation>
    </message>
    <message>
        <source>The system prompt was changed; the memory is built anew.</source>
        <translation>Der System-Prompt wurde geändert; das Gedächtnis wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>The text to compact ends inside an older block.</source>
        <translation>Der Text zum Verdichten endet in einem älteren Block.</translation>
    </message>
    <message>
        <source>The vision part {name} could not be loaded: {reason}</source>
        <translation>Der Bildteil {name} konnte nicht geladen werden: {reason}</translation>
    </message>
    <message>
        <source>The vision part {name} is not there.</source>
        <translation>Der Bildteil {name} ist nicht da.</translation>
    </message>
    <message>
        <source>The work was stopped.</source>
        <translation>Die Arbeit wurde angehalten.</translation>
    </message>
    <message>
        <source>The {tokens} tokens of this compaction do not fit the memory as they were.</source>
        <translation>Die {tokens} Token dieser Verdichtung passen nicht so ins Gedächtnis, wie sie waren.</translation>
    </message>
    <message>
        <source>There are memories of chats here, but the chats are gone.</source>
        <translation>Hier sind Gedächtnisse von Chats, aber die Chats sind weg.</translation>
    </message>
    <message>
        <source>There are no logits to sample from.</source>
        <translation>Es gibt keine Logits, aus denen gewählt werden könnte.</translation>
    </message>
    <message>
        <source>There is no compacted text to move together.</source>
        <translation>Es gibt keinen verdichteten Text zum Zusammenrücken.</translation>
    </message>
    <message>
        <source>There is no compaction to undo.</source>
        <translation>Es gibt keine Verdichtung, die sich rückgängig machen ließe.</translation>
    </message>
    <message>
        <source>There is no free memory to save this chat&apos;s memory with.</source>
        <translation>Es fehlt Arbeitsspeicher, um das Gedächtnis dieses Chats zu sichern.</translation>
    </message>
    <message>
        <source>There is no grammar yet.</source>
        <translation>Es gibt noch keine Grammatik.</translation>
    </message>
    <message>
        <source>There is no message to reply to.</source>
        <translation>Es gibt keine Nachricht, auf die zu antworten wäre.</translation>
    </message>
    <message>
        <source>There is no room beside the chats.</source>
        <translation>Neben den Chats ist kein Platz.</translation>
    </message>
    <message>
        <source>There is no room for the copy this preset needs.</source>
        <translation>Für die Kopie, die diese Vorgabe braucht, ist kein Platz.</translation>
    </message>
    <message>
        <source>There is no room for this picture.</source>
        <translation>Für dieses Bild ist kein Platz.</translation>
    </message>
    <message>
        <source>There is no room for {n} more tokens in this model&apos;s memory.</source>
        <translation>Im Gedächtnis dieses Modells ist kein Platz für {n} weitere Token.</translation>
    </message>
    <message>
        <source>There is no room left to read the text again.</source>
        <translation>Es ist kein Platz mehr, den Text noch einmal zu lesen.</translation>
    </message>
    <message>
        <source>There is no schema yet.</source>
        <translation>Es gibt noch kein Schema.</translation>
    </message>
    <message>
        <source>There is no version {version} of snapshots.</source>
        <translation>Es gibt keine Version {version} von Sicherungen.</translation>
    </message>
    <message>
        <source>There is not enough room for {name}: it needs {size:size}, {free:size} can be used.</source>
        <translation>Für {name} ist nicht genug Platz: Nötig sind {size:size}, nutzbar {free:size}.</translation>
    </message>
    <message>
        <source>There is nothing old enough to compact yet.</source>
        <translation>Noch ist nichts alt genug zum Verdichten.</translation>
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
        <source>These conversations were written by a later version of Longthread (format {version}).</source>
        <translation>Diese Chats hat eine spätere Version von Longthread geschrieben (Format {version}).</translation>
    </message>
    <message>
        <source>These keys are needed for writing and choosing.</source>
        <translation>Diese Tasten sind zum Schreiben und Auswählen da.</translation>
    </message>
    <message>
        <source>This build of the program cannot look at pictures: {reason}</source>
        <translation>Diese Ausgabe des Programms kann keine Bilder ansehen: {reason}</translation>
    </message>
    <message>
        <source>This chat is not open in the engine.</source>
        <translation>Dieser Chat ist in der Engine nicht offen.</translation>
    </message>
    <message>
        <source>This chat was held with another model; its memory is built anew.</source>
        <translation>Dieser Chat wurde mit einem anderen Modell geführt; sein Gedächtnis wird neu aufgebaut.</translation>
    </message>
    <message>
        <source>This could not be saved ({reason}).</source>
        <translation>Das konnte nicht gespeichert werden ({reason}).</translation>
    </message>
    <message>
        <source>This did not work ({reason}).</source>
        <translation>Das hat nicht geklappt ({reason}).</translation>
    </message>
    <message>
        <source>This file is not a snapshot of a chat&apos;s memory.</source>
        <translation>Diese Datei ist keine Sicherung eines Gedächtnisses.</translation>
    </message>
    <message>
        <source>This is a new chat with the messages up to there.</source>
        <translation>Das ist ein neuer Chat mit den Nachrichten bis dorthin.</translation>
    </message>
    <message>
        <source>This is more text than the engine can be given at once.</source>
        <translation>Das ist mehr Text, als die Engine auf einmal bekommen kann.</translation>
    </message>
    <message>
        <source>This is not a folder.</source>
        <translation>Das ist kein Ordner.</translation>
    </message>
    <message>
        <source>This memory cannot be compacted.</source>
        <translation>Dieses Gedächtnis lässt sich nicht verdichten.</translation>
    </message>
    <message>
        <source>This message has about {tokens} tokens; the memory can take {room} more.</source>
        <translation>Diese Nachricht hat etwa {tokens} Token; ins Gedächtnis passen noch {room}.</translation>
    </message>
    <message>
        <source>This model file is broken.</source>
        <translation>Diese Modelldatei ist beschädigt.</translation>
    </message>
    <message>
        <source>This model file is broken: it ends in the middle of its header.</source>
        <translation>Diese Modelldatei ist defekt: sie endet mitten in ihrem Kopf.</translation>
    </message>
    <message>
        <source>This model file is broken: {what}.</source>
        <translation>Diese Modelldatei ist defekt: {what}.</translation>
    </message>
    <message>
        <source>This model file is incomplete: it holds {size} bytes and needs at least {needed}.</source>
        <translation>Diese Modelldatei ist unvollständig: Sie hat {size} Byte und braucht mindestens {needed}.</translation>
    </message>
    <message>
        <source>This model gives the places in a picture positions of their own (M-RoPE), which its memory here cannot keep yet.</source>
        <translation>Dieses Modell gibt den Stellen eines Bildes eigene Positionen (M-RoPE), die sein Gedächtnis hier noch nicht halten kann.</translation>
    </message>
    <message>
        <source>This model is only for people with an account.</source>
        <translation>Dieses Modell gibt es nur mit einem Konto.</translation>
    </message>
    <message>
        <source>This model reads a picture at once, as {tokens} tokens; {most} fit a step here.</source>
        <translation>Dieses Modell liest ein Bild auf einmal, als {tokens} Token; hier passen {most} in einen Schritt.</translation>
    </message>
    <message>
        <source>This model was loaded without its vision part, so it cannot look at pictures.</source>
        <translation>Dieses Modell wurde ohne seinen Bildteil geladen und kann deshalb keine Bilder ansehen.</translation>
    </message>
    <message>
        <source>This model&apos;s memory cannot be compacted. {reason}</source>
        <translation>Das Gedächtnis dieses Modells lässt sich nicht verdichten. {reason}</translation>
    </message>
    <message>
        <source>This preset reads the text again and cannot be interrupted.</source>
        <translation>Diese Vorgabe liest den Text noch einmal und lässt sich nicht unterbrechen.</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>Versuche es in einer Weile noch einmal.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuche es später noch einmal.</translation>
    </message>
    <message>
        <source>Try again with fewer layers on the GPU or a smaller memory size, or choose another model.</source>
        <translation>Versuche es mit weniger Schichten auf der GPU oder einem kleineren Gedächtnis noch einmal, oder wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>Try again, or choose another model.</source>
        <translation>Versuche es noch einmal, oder wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Try again; the chat is saved.</source>
        <translation>Versuche es noch einmal; der Chat ist gespeichert.</translation>
    </message>
    <message>
        <source>Try another build of it.</source>
        <translation>Eine andere Ausgabe des Modells versuchen.</translation>
    </message>
    <message>
        <source>Try another build of this model, or a model with a template.</source>
        <translation>Versuche eine andere Ausgabe dieses Modells oder ein Modell mit einer Vorlage.</translation>
    </message>
    <message>
        <source>Try another build of this model.</source>
        <translation>Versuche eine andere Ausgabe dieses Modells.</translation>
    </message>
    <message>
        <source>Try another one.</source>
        <translation>Versuche es mit einer anderen.</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>Versuche andere Wörter.</translation>
    </message>
    <message>
        <source>Try with 0 layers on the GPU in the settings.</source>
        <translation>Versuche es in den Einstellungen mit 0 Schichten auf der GPU.</translation>
    </message>
    <message>
        <source>Turn that off on the privacy page, then try again.</source>
        <translation>Schalte das auf der Seite „Datenschutz“ aus und versuche es dann noch einmal.</translation>
    </message>
    <message>
        <source>Undo the later deletion first.</source>
        <translation>Mache erst die spätere Löschung rückgängig.</translation>
    </message>
    <message>
        <source>Unpack it and attach the files in it.</source>
        <translation>Entpacke es und hänge die Dateien darin an.</translation>
    </message>
    <message>
        <source>Unpack it and choose a smaller folder.</source>
        <translation>Entpacke es und wähle einen kleineren Ordner.</translation>
    </message>
    <message>
        <source>Unpack it first.</source>
        <translation>Entpacke es erst.</translation>
    </message>
    <message>
        <source>Use the window that is open, or close it first. The conversations are in {folder}.</source>
        <translation>Benutze das offene Fenster oder schließe es erst. Die Chats liegen in {folder}.</translation>
    </message>
    <message>
        <source>Wait for it, choose another model, or stop it by force. Your chats are safe.</source>
        <translation>Warte, wähle ein anderes Modell oder beende sie gewaltsam. Deine Chats sind sicher.</translation>
    </message>
    <message>
        <source>Wait for its end, or cancel it.</source>
        <translation>Warte das Ende ab oder brich ihn ab.</translation>
    </message>
    <message>
        <source>What is written but not sent cannot be saved now ({reason}).</source>
        <translation>Was geschrieben, aber nicht gesendet ist, lässt sich gerade nicht speichern ({reason}).</translation>
    </message>
    <message>
        <source>What there is of this reply does not have the form that is wanted.</source>
        <translation>Was von dieser Antwort da ist, hat nicht die gewünschte Form.</translation>
    </message>
    <message>
        <source>What was measured could not be stored.</source>
        <translation>Was gemessen wurde, konnte nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>Write one first.</source>
        <translation>Schreibe erst eine.</translation>
    </message>
    <message>
        <source>Write one, or let the reply be any JSON.</source>
        <translation>Schreib eines, oder lass die Antwort beliebiges JSON sein.</translation>
    </message>
    <message>
        <source>Write one, or let the reply be text.</source>
        <translation>Schreib eine, oder lass die Antwort Text sein.</translation>
    </message>
    <message>
        <source>Your account has no access to this model yet.</source>
        <translation>Dein Konto hat noch keinen Zugang zu diesem Modell.</translation>
    </message>
    <message>
        <source>Your chats are safe. Try again, or choose other settings or another model.</source>
        <translation>Deine Chats sind sicher. Versuche es noch einmal oder wähle andere Einstellungen oder ein anderes Modell.</translation>
    </message>
    <message>
        <source>Your conversations are as they were.</source>
        <translation>Deine Chats sind, wie sie waren.</translation>
    </message>
    <message>
        <source>Your conversations are safe.</source>
        <translation>Deine Chats sind sicher.</translation>
    </message>
    <message>
        <source>a number must stand here</source>
        <translation>hier muss eine Zahl stehen</translation>
    </message>
    <message>
        <source>a power in it is too large</source>
        <translation>eine Potenz darin ist zu groß</translation>
    </message>
    <message>
        <source>a range must end</source>
        <translation>ein Bereich braucht ein Ende</translation>
    </message>
    <message>
        <source>a repetition cannot end at {most} when it begins at {least}</source>
        <translation>eine Wiederholung kann nicht bei {most} enden, wenn sie bei {least} beginnt</translation>
    </message>
    <message>
        <source>a rule must begin with its name</source>
        <translation>eine Regel muss mit ihrem Namen beginnen</translation>
    </message>
    <message>
        <source>a tensor has {found} dimensions</source>
        <translation>ein Tensor hat {found} Dimensionen</translation>
    </message>
    <message>
        <source>a text in it grows too long</source>
        <translation>ein Text darin wird zu lang</translation>
    </message>
    <message>
        <source>a text in it has an impossible length ({length})</source>
        <translation>ein Text darin hat eine unmögliche Länge ({length})</translation>
    </message>
    <message>
        <source>brackets are nested more than {most} deep</source>
        <translation>Klammern sind mehr als {most}-fach verschachtelt</translation>
    </message>
    <message>
        <source>it announces an impossible number of tensors or values</source>
        <translation>sie kündigt eine unmögliche Zahl von Tensoren oder Werten an</translation>
    </message>
    <message>
        <source>it announces an impossible number of texts</source>
        <translation>sie kündigt eine unmögliche Zahl von Texten an</translation>
    </message>
    <message>
        <source>it calls str.{name}</source>
        <translation>sie ruft str.{name} auf</translation>
    </message>
    <message>
        <source>it ended the process</source>
        <translation>sie beendete den Prozess</translation>
    </message>
    <message>
        <source>it ends in the middle</source>
        <translation>sie endet mittendrin</translation>
    </message>
    <message>
        <source>it ends in the middle or is not JSON</source>
        <translation>sie endet mittendrin oder ist kein JSON</translation>
    </message>
    <message>
        <source>it formats with %</source>
        <translation>sie formatiert mit %</translation>
    </message>
    <message>
        <source>it formats with str.format</source>
        <translation>sie formatiert mit str.format</translation>
    </message>
    <message>
        <source>it holds a number that is too long</source>
        <translation>sie enthält eine zu lange Zahl</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>sie ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>sie ist kein JSON</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>sie ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>it runs too long</source>
        <translation>sie läuft zu lange</translation>
    </message>
    <message>
        <source>it says that its version is {version}</source>
        <translation>ihre Version ist angeblich {version}</translation>
    </message>
    <message>
        <source>it takes too much memory</source>
        <translation>sie braucht zu viel Arbeitsspeicher</translation>
    </message>
    <message>
        <source>it uses a filter that it may not use</source>
        <translation>sie benutzt einen Filter, den sie nicht benutzen darf</translation>
    </message>
    <message>
        <source>it writes too much</source>
        <translation>sie schreibt zu viel</translation>
    </message>
    <message>
        <source>its alignment is not a power of two</source>
        <translation>ihre Ausrichtung ist keine Zweierpotenz</translation>
    </message>
    <message>
        <source>its header is impossibly long</source>
        <translation>ihr Kopf ist unmöglich lang</translation>
    </message>
    <message>
        <source>its metadata has a value of unknown type {kind}</source>
        <translation>ihre Metadaten haben einen Wert unbekannten Typs {kind}</translation>
    </message>
    <message>
        <source>its metadata has an array of unknown type {kind}</source>
        <translation>ihre Metadaten haben ein Feld unbekannten Typs {kind}</translation>
    </message>
    <message>
        <source>nothing can be repeated more than {most} times</source>
        <translation>nichts kann mehr als {most}-mal wiederholt werden</translation>
    </message>
    <message>
        <source>of “{name}” something is missing</source>
        <translation>von „{name}“ fehlt etwas</translation>
    </message>
    <message>
        <source>the range is too long</source>
        <translation>der Bereich ist zu lang</translation>
    </message>
    <message>
        <source>the system gives no reason</source>
        <translation>das System nennt keinen Grund</translation>
    </message>
    <message>
        <source>the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}</source>
        <translation>der Tensor „{name}“ hat Zeilen aus {length} Elementen, kein Vielfaches von {multiple}</translation>
    </message>
    <message>
        <source>the tensor “{name}” is impossibly large</source>
        <translation>der Tensor „{name}“ ist unmöglich groß</translation>
    </message>
    <message>
        <source>there are two rules “{name}”</source>
        <translation>es gibt zwei Regeln „{name}“</translation>
    </message>
    <message>
        <source>there is more after its end</source>
        <translation>nach ihrem Ende kommt noch etwas</translation>
    </message>
    <message>
        <source>there is nothing in these brackets</source>
        <translation>in diesen Klammern steht nichts</translation>
    </message>
    <message>
        <source>this bracket is never closed</source>
        <translation>diese Klammer wird nie geschlossen</translation>
    </message>
    <message>
        <source>this character cannot be written by a model</source>
        <translation>dieses Zeichen kann ein Modell nicht schreiben</translation>
    </message>
    <message>
        <source>this text has no closing quote</source>
        <translation>diesem Text fehlt das schließende Anführungszeichen</translation>
    </message>
    <message>
        <source>this “[” is never closed</source>
        <translation>dieses „[“ wird nie geschlossen</translation>
    </message>
    <message>
        <source>tokens of a model (&lt;…&gt;) cannot be used here; write their text</source>
        <translation>Token eines Modells (&lt;…&gt;) gehen hier nicht; schreib ihren Text</translation>
    </message>
    <message>
        <source>with all its repetitions the grammar becomes too long</source>
        <translation>mit allen Wiederholungen wird die Grammatik zu lang</translation>
    </message>
    <message>
        <source>with all its repetitions the grammar has too many rules</source>
        <translation>mit allen Wiederholungen hat die Grammatik zu viele Regeln</translation>
    </message>
    <message>
        <source>{bad} of {parts} parts are missing or damaged.</source>
        <translation>{bad} von {parts} Teilen fehlen oder sind beschädigt.</translation>
    </message>
    <message>
        <source>{blank} of {total} pages hold no text (pictures are not read).</source>
        <translation>{blank} von {total} Seiten enthalten keinen Text (Bilder werden nicht gelesen).</translation>
    </message>
    <message>
        <source>{digits} hexadecimal digits must follow \{kind}</source>
        <translation>auf \{kind} müssen {digits} hexadezimale Ziffern folgen</translation>
    </message>
    <message>
        <source>{failed} of {total} pages are damaged and left out.</source>
        <translation>{failed} von {total} Seiten sind beschädigt und ausgelassen.</translation>
    </message>
    <message>
        <source>{key} holds impossible numbers</source>
        <translation>{key} enthält unmögliche Zahlen</translation>
    </message>
    <message>
        <source>{key} is {value}</source>
        <translation>{key} ist {value}</translation>
    </message>
    <message>
        <source>{loosened} Nothing was deleted.</source>
        <translation>{loosened} Gelöscht wurde nichts.</translation>
    </message>
    <message>
        <source>{name} arrived damaged.</source>
        <translation>{name} kam beschädigt an.</translation>
    </message>
    <message>
        <source>{name} arrived damaged: its checksum is wrong.</source>
        <translation>{name} kam beschädigt an: Die Prüfsumme stimmt nicht.</translation>
    </message>
    <message>
        <source>{name} cannot be read ({reason}); check its rights.</source>
        <translation>{name} kann nicht gelesen werden ({reason}); prüfe die Rechte.</translation>
    </message>
    <message>
        <source>{name} cannot be read: {reason}.</source>
        <translation>{name} kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} cannot be written ({reason}).</source>
        <translation>{name} kann nicht geschrieben werden ({reason}).</translation>
    </message>
    <message>
        <source>{name} could not be saved: {reason}.</source>
        <translation>{name} konnte nicht gesichert werden: {reason}.</translation>
    </message>
    <message>
        <source>{name} has GGUF version {version}; 2 and 3 are known.</source>
        <translation>{name} hat GGUF-Version {version}; bekannt sind 2 und 3.</translation>
    </message>
    <message>
        <source>{name} is a GGUF without a model architecture in it.</source>
        <translation>{name} ist ein GGUF ohne Modellarchitektur.</translation>
    </message>
    <message>
        <source>{name} is a big-endian GGUF.</source>
        <translation>{name} ist ein Big-Endian-GGUF.</translation>
    </message>
    <message>
        <source>{name} is for sounds, not for pictures.</source>
        <translation>{name} ist für Töne, nicht für Bilder.</translation>
    </message>
    <message>
        <source>{name} is longer than the hub said.</source>
        <translation>{name} ist länger, als der Hub gesagt hat.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF model file.</source>
        <translation>{name} ist keine GGUF-Modelldatei.</translation>
    </message>
    <message>
        <source>{name} is not a model file.</source>
        <translation>{name} ist keine Modelldatei.</translation>
    </message>
    <message>
        <source>{name} is not complete.</source>
        <translation>{name} ist nicht vollständig.</translation>
    </message>
    <message>
        <source>{name} is not the vision part of a model.</source>
        <translation>{name} ist nicht der Bildteil eines Modells.</translation>
    </message>
    <message>
        <source>{name} is not where it was.</source>
        <translation>{name} ist nicht mehr, wo es war.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts of a model, but its name does not say which.</source>
        <translation>{name} ist einer von {count} Teilen eines Modells, aber sein Name sagt nicht, welcher.</translation>
    </message>
    <message>
        <source>{name} is still being written.</source>
        <translation>{name} wird noch geschrieben.</translation>
    </message>
    <message>
        <source>{name} is the vision part of another model: its rows have {widths} numbers, this model&apos;s have {width}.</source>
        <translation>{name} ist der Bildteil eines anderen Modells: Seine Zeilen haben {widths} Zahlen, die dieses Modells {width}.</translation>
    </message>
    <message>
        <source>{name} made no progress while it was loaded, so that was ended.</source>
        <translation>{name} kam beim Laden nicht voran, deshalb wurde es beendet.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of memory; {free:memory} are free.</source>
        <translation>{name} braucht etwa {need:memory} Arbeitsspeicher; frei sind {free:memory}.</translation>
    </message>
    <message>
        <source>{name} says it is one of {count} parts, its name says {named}.</source>
        <translation>{name} gibt an, einer von {count} Teilen zu sein, sein Name sagt {named}.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens at once, so its memory holds as many, not {asked}. Longer chats go on by compaction.</source>
        <translation>{name} wurde für {most} Token auf einmal trainiert, deshalb fasst sein Gedächtnis so viele und nicht {asked}. Längere Chats gehen durch Verdichtung weiter.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens at once; its memory takes {taken:memory} of the {budget:memory} it may have.</source>
        <translation>{name} wurde für {most} Token auf einmal trainiert; sein Gedächtnis nimmt {taken:memory} von den {budget:memory}, die es haben darf.</translation>
    </message>
    <message>
        <source>{name}, used last, is not there any more.</source>
        <translation>{name}, zuletzt benutzt, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>{rescued} The damaged file is kept as {path}; copies of earlier days lie next to it.</source>
        <translation>{rescued} Die beschädigte Datei bleibt als {path} erhalten; daneben liegen Kopien früherer Tage.</translation>
    </message>
    <message>
        <source>{text} is no number</source>
        <translation>{text} ist keine Zahl</translation>
    </message>
    <message>
        <source>{why:whole} The model was loaded without it, for text.</source>
        <translation>{why:whole} Das Modell wurde ohne ihn geladen, für Text.</translation>
    </message>
    <message>
        <source>{why} The model goes on without seeing it; it stays in the chat.</source>
        <translation>{why} Das Modell macht weiter, ohne es zu sehen; im Chat bleibt es.</translation>
    </message>
    <message>
        <source>“::=” must follow the name “{name}”</source>
        <translation>auf den Namen „{name}“ muss „::=“ folgen</translation>
    </message>
    <message>
        <source>“\{kind}” is not known; a backslash itself is written \\</source>
        <translation>„\{kind}“ ist nicht bekannt; ein Rückstrich selbst wird \\ geschrieben</translation>
    </message>
    <message>
        <source>“{char}” repeats what stands before it, and there is nothing</source>
        <translation>„{char}“ wiederholt, was davor steht, und da ist nichts</translation>
    </message>
    <message>
        <source>“{kv_type}” is not a cache type.</source>
        <translation>„{kv_type}“ ist kein Typ für den Cache.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read ({reason}).</source>
        <translation>„{name}“ kann nicht gelesen werden ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: no process could be started for it.</source>
        <translation>„{name}“ kann nicht gelesen werden: Dafür ließ sich kein Prozess starten.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: reading it failed.</source>
        <translation>„{name}“ kann nicht gelesen werden: Das Lesen ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {reason}.</source>
        <translation>„{name}“ kann nicht gelesen werden: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” could not be kept ({reason}).</source>
        <translation>„{name}“ konnte nicht aufbewahrt werden ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” does not say which version of the format it has.</source>
        <translation>„{name}“ sagt nicht, welche Version des Formats es hat.</translation>
    </message>
    <message>
        <source>“{name}” has {total} pages; at most {most} can be read.</source>
        <translation>„{name}“ hat {total} Seiten; höchstens {most} können gelesen werden.</translation>
    </message>
    <message>
        <source>“{name}” holds XML that no document needs and that could do harm.</source>
        <translation>„{name}“ enthält XML, das kein Dokument braucht und das schaden könnte.</translation>
    </message>
    <message>
        <source>“{name}” holds a chat that is broken ({reason}).</source>
        <translation>„{name}“ enthält einen Chat, der defekt ist ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” holds a chat that is too large to be read.</source>
        <translation>„{name}“ enthält einen Chat, der zu groß ist, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>“{name}” holds a message that is too large to be read.</source>
        <translation>„{name}“ enthält eine Nachricht, die zu groß ist, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>“{name}” holds no chats.</source>
        <translation>„{name}“ enthält keine Chats.</translation>
    </message>
    <message>
        <source>“{name}” holds no text, but data of another kind.</source>
        <translation>„{name}“ enthält keinen Text, sondern andere Daten.</translation>
    </message>
    <message>
        <source>“{name}” holds no text, only pictures of pages.</source>
        <translation>„{name}“ enthält keinen Text, nur Bilder von Seiten.</translation>
    </message>
    <message>
        <source>“{name}” holds slides, which cannot be read here.</source>
        <translation>„{name}“ enthält Folien, die hier nicht gelesen werden können.</translation>
    </message>
    <message>
        <source>“{name}” holds too many files.</source>
        <translation>„{name}“ enthält zu viele Dateien.</translation>
    </message>
    <message>
        <source>“{name}” is Rich Text, which cannot be read here.</source>
        <translation>„{name}“ ist Rich Text, der hier nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{name}” is a document of an old Office format.</source>
        <translation>„{name}“ ist ein Dokument in einem alten Office-Format.</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>„{name}“ ist ein Ordner.</translation>
    </message>
    <message>
        <source>“{name}” is a picture of a kind that cannot be read here.</source>
        <translation>„{name}“ ist ein Bild einer Art, die hier nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{name}” is a picture, and no model that looks at pictures is loaded.</source>
        <translation>„{name}“ ist ein Bild, und es ist kein Modell geladen, das Bilder ansieht.</translation>
    </message>
    <message>
        <source>“{name}” is a workbook, which cannot be read here.</source>
        <translation>„{name}“ ist eine Arbeitsmappe, die hier nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{name}” is an OpenDocument file, which cannot be read here.</source>
        <translation>„{name}“ ist eine OpenDocument-Datei, die hier nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{name}” is an archive.</source>
        <translation>„{name}“ ist ein Archiv.</translation>
    </message>
    <message>
        <source>“{name}” is built in a way that cannot be read.</source>
        <translation>„{name}“ ist so gebaut, dass es nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or not what it seems.</source>
        <translation>„{name}“ ist beschädigt oder nicht das, was es scheint.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, or too large to be read.</source>
        <translation>„{name}“ ist beschädigt oder zu groß, um gelesen zu werden.</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>„{name}“ ist beschädigt.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: it begins like a document, but not all of it is there.</source>
        <translation>„{name}“ ist beschädigt: Es beginnt wie ein Dokument, ist aber nicht vollständig.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: none of its pages can be read.</source>
        <translation>„{name}“ ist beschädigt: Keine Seite kann gelesen werden.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: not all of it is there.</source>
        <translation>„{name}“ ist beschädigt: Es ist nicht vollständig.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>„{name}“ ist leer.</translation>
    </message>
    <message>
        <source>“{name}” is encrypted in a way that cannot be read here.</source>
        <translation>„{name}“ ist so verschlüsselt, dass es hier nicht gelesen werden kann.</translation>
    </message>
    <message>
        <source>“{name}” is locked with a password.</source>
        <translation>„{name}“ ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>“{name}” is not a Word document.</source>
        <translation>„{name}“ ist kein Word-Dokument.</translation>
    </message>
    <message>
        <source>“{name}” is not an export of chats that is known here.</source>
        <translation>„{name}“ ist kein Export von Chats, den Longthread kennt.</translation>
    </message>
    <message>
        <source>“{name}” is not there, or is no file.</source>
        <translation>„{name}“ ist nicht da oder keine Datei.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size:size}; at most {most:size} can be read).</source>
        <translation>„{name}“ ist zu groß ({size:size}; höchstens {most:size} können gelesen werden).</translation>
    </message>
    <message>
        <source>“{name}” is too large a picture.</source>
        <translation>„{name}“ ist ein zu großes Bild.</translation>
    </message>
    <message>
        <source>“{name}” is too large once it is unpacked.</source>
        <translation>„{name}“ ist entpackt zu groß.</translation>
    </message>
    <message>
        <source>“{name}” is too long (more than {most} characters of text).</source>
        <translation>„{name}“ ist zu lang (mehr als {most} Zeichen Text).</translation>
    </message>
    <message>
        <source>“{name}” is used, but there is no rule of that name</source>
        <translation>„{name}“ wird verwendet, aber keine Regel heißt so</translation>
    </message>
    <message>
        <source>“{name}” takes too long to be read.</source>
        <translation>„{name}“ zu lesen dauert zu lange.</translation>
    </message>
    <message>
        <source>“{name}” takes too much memory to be read.</source>
        <translation>„{name}“ zu lesen braucht zu viel Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>“{name}” was written by a later version of Longthread.</source>
        <translation>„{name}“ hat eine spätere Version von Longthread geschrieben.</translation>
    </message>
    <message>
        <source>“{repo}” is not the name of a repository.</source>
        <translation>„{repo}“ ist kein Name eines Repositorys.</translation>
    </message>
    <message>
        <source>“{text}” does not belong here</source>
        <translation>„{text}“ gehört nicht hierher</translation>
    </message>
    <message>
        <source>“}}” must end a repetition</source>
        <translation>eine Wiederholung muss mit „}}“ enden</translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>-1 for all of them; 0 for none.</source>
        <translation>-1 für alle, 0 für keine.</translation>
    </message>
    <message>
        <source>0 always takes the likeliest word; higher is freer.</source>
        <translation>0 nimmt immer das wahrscheinlichste Wort; höher ist freier.</translation>
    </message>
    <message>
        <source>A JSON schema, or a grammar in GBNF with a rule “root”.</source>
        <translation>Ein JSON-Schema oder eine Grammatik in GBNF mit einer Regel „root“.</translation>
    </message>
    <message>
        <source>A reply ends before the first of these texts. Write \n for a new line.</source>
        <translation>Eine Antwort endet vor dem ersten dieser Texte. \n steht für eine neue Zeile.</translation>
    </message>
    <message>
        <source>A reply stops here and can be continued.</source>
        <translation>Hier hält eine Antwort an und kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Above 1 avoids words that were just used.</source>
        <translation>Über 1 meidet Wörter, die gerade vorkamen.</translation>
    </message>
    <message>
        <source>Above this error, measured by every compaction, less is compacted, as long as that makes room. 0 for no limit.</source>
        <translation>Über diesem Fehler, den jede Verdichtung misst, wird weniger verdichtet, solange das Platz schafft. 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>After a longer wait, when the window is not in front: it asks for attention, with a notification where there is a tray icon. No word of the reply is shown.</source>
        <translation>Nach längerem Warten, wenn das Fenster nicht vorne ist: Es macht auf sich aufmerksam, mit einer Benachrichtigung, wo es ein Tray-Symbol gibt. Kein Wort der Antwort wird gezeigt.</translation>
    </message>
    <message>
        <source>After the first reply the model makes a title for the chat, when it has nothing else to do. Off: the first line of your message.</source>
        <translation>Nach der ersten Antwort macht das Modell einen Titel für den Chat, wenn es nichts anderes zu tun hat. Aus: die erste Zeile deiner Nachricht.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Avoids words that were used at all; below 0 prefers them.</source>
        <translation>Meidet Wörter, die überhaupt vorkamen; unter 0 werden sie bevorzugt.</translation>
    </message>
    <message>
        <source>Avoids words the more, the more often they were used; below 0 prefers them.</source>
        <translation>Meidet Wörter umso mehr, je öfter sie vorkamen; unter 0 werden sie bevorzugt.</translation>
    </message>
    <message>
        <source>Bars and panels glide to their place; off, or where the system wants it so: they jump.</source>
        <translation>Balken und Flächen gleiten an ihren Platz; wenn aus, oder wenn das System es so will, springen sie.</translation>
    </message>
    <message>
        <source>Below 1 doubt counts early, above 1 late. Needs a temperature range.</source>
        <translation>Unter 1 zählt Zweifel früh, über 1 spät. Braucht einen Temperaturbereich.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Choice of words</source>
        <translation>Wahl der Wörter</translation>
    </message>
    <message>
        <source>Choose among the k likeliest words; 0 for all.</source>
        <translation>Unter den k wahrscheinlichsten Wörtern wählen; 0 für alle.</translation>
    </message>
    <message>
        <source>Choose among the likeliest words that make up this share.</source>
        <translation>Unter den wahrscheinlichsten Wörtern wählen, die zusammen diesen Anteil ausmachen.</translation>
    </message>
    <message>
        <source>Compact at</source>
        <translation>Verdichten ab</translation>
    </message>
    <message>
        <source>Compact by itself</source>
        <translation>Von selbst verdichten</translation>
    </message>
    <message>
        <source>Compact down to</source>
        <translation>Verdichten bis auf</translation>
    </message>
    <message>
        <source>Context meter</source>
        <translation>Kontextanzeige</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Effort</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>Enter sends</source>
        <translation>Eingabe sendet</translation>
    </message>
    <message>
        <source>Enter sends and Shift+Enter starts a line; off: the other way.</source>
        <translation>Eingabe sendet und Umschalt+Eingabe beginnt eine Zeile; aus: umgekehrt.</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>Follow the system, or always light or dark.</source>
        <translation>Wie das System, oder immer hell oder dunkel.</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Form of the reply</source>
        <translation>Form der Antwort</translation>
    </message>
    <message>
        <source>Free phrases</source>
        <translation>Freie Wendungen</translation>
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
        <source>How far the temperature may rise and fall with the model&apos;s doubt; 0 keeps it as it is.</source>
        <translation>Wie weit die Temperatur mit dem Zweifel des Modells steigen und fallen darf; 0 lässt sie, wie sie ist.</translation>
    </message>
    <message>
        <source>How many of the last tokens are searched for phrases; -1 for all.</source>
        <translation>Wie viele der letzten Token nach Wendungen durchsucht werden; -1 für alle.</translation>
    </message>
    <message>
        <source>How many of the last tokens these three look at; -1 for all.</source>
        <translation>Wie viele der letzten Token diese drei betrachten; -1 für alle.</translation>
    </message>
    <message>
        <source>How much room there is between lines, messages and chats.</source>
        <translation>Wie viel Platz zwischen Zeilen, Nachrichten und Chats ist.</translation>
    </message>
    <message>
        <source>How much the model thinks, where its template knows. Auto: as it is made.</source>
        <translation>Wie viel das Modell nachdenkt, wo seine Vorlage das kennt. Auto: wie es gemacht ist.</translation>
    </message>
    <message>
        <source>How much worse each further word of a repeated phrase is.</source>
        <translation>Wie viel schlechter jedes weitere Wort einer wiederholten Wendung ist.</translation>
    </message>
    <message>
        <source>How often the likeliest words are left out (XTC), so that less common ones get a chance.</source>
        <translation>Wie oft die wahrscheinlichsten Wörter ausgelassen werden (XTC), damit seltenere eine Chance haben.</translation>
    </message>
    <message>
        <source>How quickly it steers.</source>
        <translation>Wie schnell es steuert.</translation>
    </message>
    <message>
        <source>How strongly phrases that were there before are avoided (DRY); 0 not at all.</source>
        <translation>Wie stark Wendungen gemieden werden, die schon vorkamen (DRY); 0 gar nicht.</translation>
    </message>
    <message>
        <source>How the size of the memory is told: in tokens, in MB, or as a share of what is free when no model is loaded. All of these take effect when a model is loaded.</source>
        <translation>Wie die Größe des Gedächtnisses angegeben wird: in Token, in MB oder als Anteil dessen, was ohne geladenes Modell frei ist. All das wirkt, wenn ein Modell geladen wird.</translation>
    </message>
    <message>
        <source>Icon in the tray</source>
        <translation>Symbol im Tray</translation>
    </message>
    <message>
        <source>Instructions at the start of every new chat. They are never compacted.</source>
        <translation>Anweisungen am Anfang jedes neuen Chats. Sie werden nie verdichtet.</translation>
    </message>
    <message>
        <source>Keep recent</source>
        <translation>Neuestes behalten</translation>
    </message>
    <message>
        <source>Keep words about as surprising as the model expects, up to this share; 100 % for all.</source>
        <translation>Behalte Wörter, die etwa so überraschen, wie das Modell erwartet, bis zu diesem Anteil; 100 % für alle.</translation>
    </message>
    <message>
        <source>Keep words within so many standard deviations of the likeliest; 0 for all.</source>
        <translation>Behalte Wörter, die so viele Standardabweichungen um das wahrscheinlichste liegen; 0 für alle.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>Schichten auf der GPU</translation>
    </message>
    <message>
        <source>Leave out the obvious</source>
        <translation>Naheliegendes auslassen</translation>
    </message>
    <message>
        <source>Leave out words less likely than this share of the likeliest.</source>
        <translation>Wörter weglassen, die unwahrscheinlicher sind als dieser Anteil des wahrscheinlichsten.</translation>
    </message>
    <message>
        <source>Length and end</source>
        <translation>Länge und Ende</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Look back</source>
        <translation>Rückblick</translation>
    </message>
    <message>
        <source>Look back for phrases</source>
        <translation>Rückblick (DRY)</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Memory as a share</source>
        <translation>Gedächtnis als Anteil</translation>
    </message>
    <message>
        <source>Memory in MB</source>
        <translation>Gedächtnis in MB</translation>
    </message>
    <message>
        <source>Memory in tokens</source>
        <translation>Gedächtnis in Token</translation>
    </message>
    <message>
        <source>Memory size by</source>
        <translation>Größe des Gedächtnisses nach</translation>
    </message>
    <message>
        <source>Memory type</source>
        <translation>Typ des Gedächtnisses</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Mirostat speed</source>
        <translation>Mirostat: Tempo</translation>
    </message>
    <message>
        <source>Mirostat surprise</source>
        <translation>Mirostat: Überraschung</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>More on the choice</source>
        <translation>Mehr zur Wahl</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>No search, no download: the program asks the network for nothing, whatever is clicked.</source>
        <translation>Keine Suche, kein Download: Das Programm fragt nichts im Netz an, was auch immer angeklickt wird.</translation>
    </message>
    <message>
        <source>Number format of the memory: q8_0 takes half of f16 and loses next to nothing, q5_0 and q4_0 take a third and lose some.</source>
        <translation>Zahlenformat des Gedächtnisses: q8_0 braucht die Hälfte von f16 und verliert fast nichts, q5_0 und q4_0 brauchen ein Drittel und verlieren etwas.</translation>
    </message>
    <message>
        <source>Obvious from</source>
        <translation>Naheliegend ab</translation>
    </message>
    <message>
        <source>Of the memory that is free when no model is loaded.</source>
        <translation>Vom Arbeitsspeicher, der ohne geladenes Modell frei ist.</translation>
    </message>
    <message>
        <source>Of the window; it changes with the next start. The model answers in the language you write in.</source>
        <translation>Des Fensters; sie wechselt mit dem nächsten Start. Das Modell antwortet in der Sprache, in der du schreibst.</translation>
    </message>
    <message>
        <source>Phrase growth</source>
        <translation>Zuwachs je Wort</translation>
    </message>
    <message>
        <source>Phrases up to this length may be repeated.</source>
        <translation>Wendungen bis zu dieser Länge dürfen sich wiederholen.</translation>
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
        <source>Processor threads to use; 0 lets the engine choose.</source>
        <translation>Threads des Prozessors; bei 0 wählt die Engine.</translation>
    </message>
    <message>
        <source>Quality floor</source>
        <translation>Mindestgüte</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Repeated phrases</source>
        <translation>Wendungen (DRY)</translation>
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
        <source>Room for the reply</source>
        <translation>Platz für die Antwort</translation>
    </message>
    <message>
        <source>Say when a reply is there</source>
        <translation>Melden, wenn eine Antwort da ist</translation>
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
        <source>Share of the memory in use after a compaction. Lower leaves more room and keeps less detail.</source>
        <translation>Belegter Anteil des Gedächtnisses nach einer Verdichtung. Weniger lässt mehr Platz und behält weniger Einzelheiten.</translation>
    </message>
    <message>
        <source>Share of the memory in use that starts a compaction.</source>
        <translation>Belegter Anteil des Gedächtnisses, ab dem verdichtet wird.</translation>
    </message>
    <message>
        <source>Show one line that opens when you click it or when the context is being read or compacted, or always show the details.</source>
        <translation>Eine Zeile, die sich auf Klick oder beim Lesen und Verdichten des Kontexts öffnet, oder immer alle Details.</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>Größe von allem</translation>
    </message>
    <message>
        <source>Size of the text of messages and of what you write.</source>
        <translation>Größe der Schrift von Nachrichten und von dem, was du schreibst.</translation>
    </message>
    <message>
        <source>Space for saved memories</source>
        <translation>Platz für gesicherte Gedächtnisse</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Offline bleiben</translation>
    </message>
    <message>
        <source>Steer towards an even surprise instead of cutting the choice. Top k, top p and the like are not used then.</source>
        <translation>Steuert auf gleichmäßige Überraschung zu, statt die Wahl zu beschneiden. Top k, Top p und Ähnliches gelten dann nicht.</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Ende bei</translation>
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
        <source>Text is free. JSON, a JSON schema or a grammar keep the model to a form, after what it thinks.</source>
        <translation>Text ist frei. JSON, ein JSON-Schema oder eine Grammatik geben dem, was auf das Nachdenken folgt, eine Form.</translation>
    </message>
    <message>
        <source>Text of chats</source>
        <translation>Schrift in Chats</translation>
    </message>
    <message>
        <source>Text, buttons and pictures of the whole window. Takes effect at the next start.</source>
        <translation>Schrift, Knöpfe und Bilder des ganzen Fensters. Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>The last tokens of the chat are kept word for word.</source>
        <translation>Die letzten Token des Chats bleiben wörtlich.</translation>
    </message>
    <message>
        <source>The same seed gives the same reply; -1 for chance.</source>
        <translation>Derselbe Startwert gibt dieselbe Antwort; -1 für Zufall.</translation>
    </message>
    <message>
        <source>The surprise to aim at; lower is plainer.</source>
        <translation>Die angestrebte Überraschung; weniger ist schlichter.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Think first</source>
        <translation>Erst nachdenken</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation>Titel vom Modell</translation>
    </message>
    <message>
        <source>Tokens that stay free for the next reply.</source>
        <translation>Token, die für die nächste Antwort frei bleiben.</translation>
    </message>
    <message>
        <source>Tokens the memory holds before it is compacted; 0 lets the engine choose.</source>
        <translation>Token, die das Gedächtnis fasst, bevor verdichtet wird; bei 0 wählt die Engine.</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n Sigma</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typisches p</translation>
    </message>
    <message>
        <source>What the memory may take once it has grown full.</source>
        <translation>Was das Gedächtnis belegen darf, wenn es voll gewachsen ist.</translation>
    </message>
    <message>
        <source>When the memories of all chats take more on disk, those used longest ago are given up; such a chat is read again when it is opened. 0 for a tenth of the free space, at most 20 GB.</source>
        <translation>Belegen die Gedächtnisse aller Chats auf dem Datenträger mehr, werden die am längsten unbenutzten aufgegeben; ein solcher Chat wird beim Öffnen neu gelesen. 0 für ein Zehntel des freien Platzes, höchstens 20 GB.</translation>
    </message>
    <message>
        <source>When the memory of a chat fills, compact its older part.</source>
        <translation>Füllt sich das Gedächtnis eines Chats, seinen älteren Teil verdichten.</translation>
    </message>
    <message>
        <source>Where the system has a tray; the window ends the program as before.</source>
        <translation>Wo das System einen Tray hat; das Fenster zu schließen beendet das Programm wie bisher.</translation>
    </message>
    <message>
        <source>Whether the model thinks before it answers, where its template has a switch for it. Auto: as it is made.</source>
        <translation>Ob das Modell vor der Antwort nachdenkt, wo seine Vorlage einen Schalter dafür hat. Auto: wie es gemacht ist.</translation>
    </message>
    <message>
        <source>Whether what a model thinks before it answers stays in the memory once the reply has ended. You can read it either way. Auto: as the model was trained.</source>
        <translation>Ob im Gedächtnis bleibt, was ein Modell vor der Antwort denkt, wenn die Antwort fertig ist. Lesen kannst du es so oder so. Auto: wie das Modell trainiert wurde.</translation>
    </message>
    <message>
        <source>Without it the memory can neither be compacted nor be of a smaller type. Auto: as the library thinks best for the device.</source>
        <translation>Ohne sie lässt sich das Gedächtnis weder verdichten noch in einem kleineren Typ halten. Auto: wie es die Bibliothek für das Gerät am besten findet.</translation>
    </message>
    <message>
        <source>Words at least this likely count as obvious; one of them always stays.</source>
        <translation>Wörter ab dieser Wahrscheinlichkeit gelten als naheliegend; eines davon bleibt immer.</translation>
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
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
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
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Back to the default keys of “{action}”</source>
        <translation>Zurück zu den Standardtasten von „{action}“</translation>
    </message>
    <message>
        <source>Backspace: no keys. Escape: as they were.</source>
        <translation>Rücktaste: keine Tasten. Esc: wie zuvor.</translation>
    </message>
    <message>
        <source>Click on keys to change them. Every change counts at once.</source>
        <translation>Klicke auf Tasten, um sie zu ändern. Jede Änderung gilt sofort.</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Leave them there</source>
        <translation>Dort lassen</translation>
    </message>
    <message>
        <source>No action has these words or keys.</source>
        <translation>Keine Aktion enthält diese Wörter oder Tasten.</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>Tasten drücken …</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Search by words or keys</source>
        <translation>Nach Wörtern oder Tasten suchen</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>Tastenkürzel durchsuchen</translation>
    </message>
    <message>
        <source>Use them here</source>
        <translation>Hier verwenden</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>{keys} is used by “{other}”.</source>
        <translation>{keys} gehört zu „{other}“.</translation>
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
        <translation>Verlauf</translation>
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
        <source>Choose none (Esc)</source>
        <translation>Auswahl aufheben (Esc)</translation>
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
        <source>Export its chats</source>
        <translation>Seine Chats exportieren</translation>
    </message>
    <message>
        <source>Exporting to {name}</source>
        <translation>Export nach {name}</translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation>
            <numerusform>Ordner {name}, %Ln Chat, {state}</numerusform>
            <numerusform>Ordner {name}, %Ln Chats, {state}</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from a file…</source>
        <translation>Chats aus einer Datei importieren …</translation>
    </message>
    <message>
        <source>Import chats from a folder…</source>
        <translation>Chats aus einem Ordner importieren …</translation>
    </message>
    <message>
        <source>Importing {name}</source>
        <translation>Import von {name}</translation>
    </message>
    <message>
        <source>JSON, with all versions…</source>
        <translation>JSON, mit allen Fassungen …</translation>
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
        <source>More: folders, import, export</source>
        <translation>Mehr: Ordner, Import, Export</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to the trash</source>
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
        <source>Move to the trash</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>Move to the trash (Ctrl+Del)</source>
        <translation>In den Papierkorb legen (Strg+Entf)</translation>
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
        <source>Network in use</source>
        <translation>Netz aktiv</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Neuer Chat (Strg+N)</translation>
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
What you write appears here.</source>
        <translation>Noch keine Chats.
Was du schreibst, erscheint hier.</translation>
    </message>
    <message>
        <source>Nothing found for “{searched}”.
All words must occur, in any order.</source>
        <translation>Nichts gefunden für „{searched}“.
Alle Wörter müssen vorkommen, die Reihenfolge ist egal.</translation>
    </message>
    <message>
        <source>Nothing leaves this computer: the model runs here, and nothing is fetched unless you search the hub or download a model.</source>
        <translation>Nichts verlässt diesen Rechner: Das Modell läuft hier, und geladen wird nur etwas, wenn du den Hub durchsuchst oder ein Modell herunterlädst.</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Älter</translation>
    </message>
    <message>
        <source>Open in a window of its own</source>
        <translation>In eigenem Fenster öffnen</translation>
    </message>
    <message>
        <source>Out of its folder</source>
        <translation>Aus seinem Ordner</translation>
    </message>
    <message>
        <source>Out of their folders</source>
        <translation>Aus ihren Ordnern</translation>
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
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Remove the folder, keep its chats</source>
        <translation>Ordner entfernen, Chats behalten</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Rename the folder</source>
        <translation>Ordner umbenennen</translation>
    </message>
    <message>
        <source>Rename…	F2</source>
        <translation>Umbenennen …	F2</translation>
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
        <source>Search titles and messages (Ctrl+Shift+F); Ctrl+K leads to everything</source>
        <translation>Titel und Nachrichten durchsuchen (Strg+Umschalt+F); Strg+K führt überallhin</translation>
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
        <source>a new reply</source>
        <translation>eine neue Antwort</translation>
    </message>
    <message>
        <source>a reply is being written</source>
        <translation>eine Antwort wird geschrieben</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>zu</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>memory {share} full</source>
        <translation>Gedächtnis zu {share} voll</translation>
    </message>
    <message>
        <source>no memory yet</source>
        <translation>noch kein Gedächtnis</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>partly compacted</source>
        <translation>teils verdichtet</translation>
    </message>
    <message>
        <source>{chosen} chosen</source>
        <translation>{chosen} gewählt</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} Token</translation>
    </message>
    <message>
        <source>{word}	Ctrl+Del</source>
        <translation>{word}	Strg+Entf</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Already open</source>
        <translation>Schon geöffnet</translation>
    </message>
    <message>
        <source>Choose another with --data.</source>
        <translation>Wähle einen anderen mit --data.</translation>
    </message>
    <message>
        <source>Conversations cannot be opened</source>
        <translation>Chats lassen sich nicht öffnen</translation>
    </message>
    <message>
        <source>Longthread ended twice while it was starting, so this time it left out what it can.</source>
        <translation>Longthread ist beim Start zweimal abgebrochen, deshalb wurde diesmal alles Entbehrliche weggelassen.</translation>
    </message>
    <message>
        <source>Longthread was started in safe mode: no model is loaded and no chat is open.</source>
        <translation>Longthread wurde im abgesicherten Modus gestartet: Kein Modell ist geladen, kein Chat offen.</translation>
    </message>
    <message>
        <source>No place for data</source>
        <translation>Kein Platz für Daten</translation>
    </message>
    <message>
        <source>Your chats and models are all there. Open a chat or load a model yourself, or start as usual.</source>
        <translation>Deine Chats und Modelle sind alle da. Öffne selbst einen Chat oder lade ein Modell, oder starte normal.</translation>
    </message>
    <message>
        <source>{folder} cannot be used ({problem}).</source>
        <translation>{folder} kann nicht benutzt werden ({problem}).</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln Token</numerusform>
            <numerusform>%Ln Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) of thoughts not kept in memory</source>
        <translation>
            <numerusform>%Ln Token Gedanken nicht im Gedächtnis behalten</numerusform>
            <numerusform>%Ln Token Gedanken nicht im Gedächtnis behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>, in compacted memory</source>
        <translation>, im verdichteten Gedächtnis</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Noch einmal antworten</translation>
    </message>
    <message>
        <source>Answer this message</source>
        <translation>Auf diese Nachricht antworten</translation>
    </message>
    <message>
        <source>Attached: {words}</source>
        <translation>Angehängt: {words}</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue this reply</source>
        <translation>Diese Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Conversation scroll bar</source>
        <translation>Bildlaufleiste des Gesprächs</translation>
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
        <source>Delete this message and what follows</source>
        <translation>Diese Nachricht und alles danach löschen</translation>
    </message>
    <message>
        <source>Do not wrap lines</source>
        <translation>Zeilen nicht umbrechen</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>Frühere Fassung</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Ändern und neu senden</translation>
    </message>
    <message>
        <source>Enter shows {name}.</source>
        <translation>Eingabe zeigt {name}.</translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation>Fehler je Schicht</translation>
    </message>
    <message>
        <source>Error: {text} {hint}</source>
        <translation>Fehler: {text} {hint}</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Go on from here in a new chat</source>
        <translation>Von hier in einem neuen Chat weitermachen</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>It cannot be saved there ({problem}).</source>
        <translation>Dort kann nicht gespeichert werden ({problem}).</translation>
    </message>
    <message>
        <source>Keep this part word for word again. It is read in once more, which takes a while.</source>
        <translation>Diesen Teil wieder wörtlich behalten. Er wird neu eingelesen, das dauert eine Weile.</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>Spätere Fassung</translation>
    </message>
    <message>
        <source>Link to {address}</source>
        <translation>Link zu {address}</translation>
    </message>
    <message>
        <source>Next place (Enter)</source>
        <translation>Nächste Stelle (Eingabe)</translation>
    </message>
    <message>
        <source>Previous place (Shift+Enter)</source>
        <translation>Vorige Stelle (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation>Antwort: {text}</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>Code speichern</translation>
    </message>
    <message>
        <source>Save code to a file</source>
        <translation>Code in eine Datei speichern</translation>
    </message>
    <message>
        <source>Select all in this chat</source>
        <translation>Alles in diesem Chat auswählen</translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>Das %Ln Zeichen zeigen</numerusform>
            <numerusform>Alle %Ln Zeichen zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>The engine stopped in mid-reply</source>
        <translation>Die Engine brach mitten in der Antwort ab</translation>
    </message>
    <message>
        <source>The longest reply length was reached</source>
        <translation>Die größte Länge einer Antwort ist erreicht</translation>
    </message>
    <message>
        <source>The memory is full</source>
        <translation>Das Gedächtnis ist voll</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>Die Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach …</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Nachgedacht</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>{time} lang nachgedacht</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
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
        <source>Waits for the reply above</source>
        <translation>Wartet auf die Antwort darüber</translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation>Was das Modell gedacht hat</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Lange Zeilen umbrechen</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Deine Nachricht</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>zu</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>sucht …</translation>
    </message>
    <message>
        <source>the model has not read this message</source>
        <translation>das Modell hat diese Nachricht nicht gelesen</translation>
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
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chats exported to {name}.</source>
        <translation>
            <numerusform>%Ln Chat nach {name} exportiert.</numerusform>
            <numerusform>%Ln Chats nach {name} exportiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats with {messages} imported.</source>
        <translation>
            <numerusform>%Ln Chat mit {messages} importiert.</numerusform>
            <numerusform>%Ln Chats mit {messages} importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages</source>
        <translation>
            <numerusform>%Ln Nachricht</numerusform>
            <numerusform>%Ln Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln pieces that are no text.</source>
        <translation>
            <numerusform>Ausgelassen: %Ln Stück, das kein Text ist.</numerusform>
            <numerusform>Ausgelassen: %Ln Stücke, die kein Text sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Without %Ln picture(s): only the names are in it.</source>
        <translation>
            <numerusform>Ohne %Ln Bild: Nur der Name ist darin.</numerusform>
            <numerusform>Ohne %Ln Bilder: Nur die Namen sind darin.</numerusform>
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
        <source>Chats in the trash</source>
        <translation>Chats im Papierkorb</translation>
    </message>
    <message numerus="yes">
        <source>Chats stay here for %Ln day(s), with all their text. After that they are deleted for good.</source>
        <translation>
            <numerusform>Chats bleiben hier %Ln Tag lang mit ihrem ganzen Text. Danach werden sie endgültig gelöscht.</numerusform>
            <numerusform>Chats bleiben hier %Ln Tage lang mit ihrem ganzen Text. Danach werden sie endgültig gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chats that are thrown away stay here for %Ln day(s) and can be taken back.</source>
        <translation>
            <numerusform>Weggeworfene Chats bleiben hier %Ln Tag lang und lassen sich zurückholen.</numerusform>
            <numerusform>Weggeworfene Chats bleiben hier %Ln Tage lang und lassen sich zurückholen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Delete for good…	Ctrl+Del</source>
        <translation>Endgültig löschen …	Strg+Entf</translation>
    </message>
    <message>
        <source>Delete {number} for good…</source>
        <translation>{number} endgültig löschen …</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>Papierkorb leeren …</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore	Enter</source>
        <translation>Wiederherstellen	Eingabe</translation>
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
    <message>
        <source>goes today</source>
        <translation>geht heute</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>A model is one file, ending in .gguf.</source>
        <translation>Ein Modell ist eine Datei mit der Endung .gguf.</translation>
    </message>
    <message>
        <source>Add a model file…</source>
        <translation>Modelldatei hinzufügen …</translation>
    </message>
    <message>
        <source>Add a model to begin</source>
        <translation>Füge ein Modell hinzu und fang an</translation>
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
        <source>Find models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Get a small model to start ({size})</source>
        <translation>Kleines Modell für den Anfang holen ({size})</translation>
    </message>
    <message>
        <source>Here you talk with language models that run on this computer; nothing you write leaves it. When a chat outgrows the model&apos;s memory, its older part is compacted instead of forgotten, and it goes on at once after every start.</source>
        <translation>Hier sprichst du mit Sprachmodellen, die auf diesem Rechner laufen; nichts, was du schreibst, verlässt ihn. Wird ein Chat für das Gedächtnis des Modells zu lang, wird sein älterer Teil verdichtet statt vergessen, und nach jedem Start geht er sofort weiter.</translation>
    </message>
    <message>
        <source>How much of the model has come</source>
        <translation>Wie viel vom Modell angekommen ist</translation>
    </message>
    <message>
        <source>It is loaded into memory, and you can begin.</source>
        <translation>Es wird in den Arbeitsspeicher geladen, und du kannst anfangen.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Ready for your first message</source>
        <translation>Bereit für deine erste Nachricht</translation>
    </message>
    <message>
        <source>The library finds larger ones.</source>
        <translation>Größere findest du unter „Modelle“.</translation>
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
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Dieses Modell benutzen</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>{model} benutzen</translation>
    </message>
    <message>
        <source>Welcome to Longthread</source>
        <translation>Willkommen bei Longthread</translation>
    </message>
    <message>
        <source>What would you like to talk about?</source>
        <translation>Worüber möchtest du sprechen?</translation>
    </message>
    <message>
        <source>You can write your first message already; it is answered then.</source>
        <translation>Du kannst deine erste Nachricht schon schreiben; beantwortet wird sie danach.</translation>
    </message>
    <message>
        <source>{model} comes from {place} (licence: {license}) and runs on any computer. Or drop a .gguf file anywhere in this window: it is used where it lies.</source>
        <translation>{model} kommt von {place} (Lizenz: {license}) und läuft auf jedem Rechner. Oder zieh eine .gguf-Datei irgendwo in dieses Fenster: Sie wird dort benutzt, wo sie liegt.</translation>
    </message>
    <message>
        <source>{model} could not be loaded</source>
        <translation>{model} ließ sich nicht laden</translation>
    </message>
    <message>
        <source>{model} is being loaded. You can write already.</source>
        <translation>{model} wird geladen. Du kannst schon schreiben.</translation>
    </message>
    <message>
        <source>{model} remembers {n} tokens word for word. Its memory cannot be compacted: {why}</source>
        <translation>{model} behält {n} Token wörtlich. Sein Gedächtnis lässt sich nicht verdichten: {why}</translation>
    </message>
    <message>
        <source>{model} remembers {n} tokens word for word. When they are used up, the older part is compacted instead of forgotten.</source>
        <translation>{model} behält {n} Token wörtlich. Sind sie aufgebraucht, wird der ältere Teil verdichtet statt vergessen.</translation>
    </message>
    <message>
        <source>{model} stopped working</source>
        <translation>{model} wurde beendet</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Add a model file</source>
        <translation>Modelldatei hinzufügen</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Everything has this size after the next start.</source>
        <translation>Nach dem nächsten Start hat alles diese Größe.</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF-Modelle (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>It is used where it lies.</source>
        <translation>Es wird dort benutzt, wo es liegt.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>Diagnose sichern</translation>
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
        <source>Text, code, PDF, Word and pictures (*)</source>
        <translation>Text, Code, PDF, Word und Bilder (*)</translation>
    </message>
    <message>
        <source>The diagnostics were saved.</source>
        <translation>Die Diagnose wurde gesichert.</translation>
    </message>
    <message>
        <source>The last reply was copied.</source>
        <translation>Die letzte Antwort ist kopiert.</translation>
    </message>
    <message>
        <source>This takes effect when the model is loaded again.</source>
        <translation>Das wirkt, wenn das Modell neu geladen wird.</translation>
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
        <source>{name} is in the library.</source>
        <translation>{name} ist bei den Modellen.</translation>
    </message>
    <message>
        <source>{path} holds no word of a chat.</source>
        <translation>{path} enthält kein Wort eines Chats.</translation>
    </message>
</context>
</TS>
