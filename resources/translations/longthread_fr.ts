<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Ajouter un modèle…</translation>
    </message>
    <message>
        <source>Always send</source>
        <translation>Toujours envoyer</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>Retour à la discussion</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Réglages de la discussion</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Vérifier les mises à jour</translation>
    </message>
    <message>
        <source>Close the page, search or edit; otherwise stop</source>
        <translation>Fermer la page, la recherche ou la modification&#xa0;; sinon arrêter</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Fermer la fenêtre</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Palette de commandes</translation>
    </message>
    <message>
        <source>Compact now…</source>
        <translation>Compacter maintenant…</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>Continuer la réponse</translation>
    </message>
    <message>
        <source>Copy last reply</source>
        <translation>Copier la dernière réponse</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>Dupliquer la discussion</translation>
    </message>
    <message>
        <source>Export all chats as JSON…</source>
        <translation>Exporter toutes les discussions en JSON…</translation>
    </message>
    <message>
        <source>Export all chats as Markdown…</source>
        <translation>Exporter toutes les discussions en Markdown…</translation>
    </message>
    <message>
        <source>Export chat as JSON…</source>
        <translation>Exporter la discussion en JSON…</translation>
    </message>
    <message>
        <source>Export chat as Markdown…</source>
        <translation>Exporter la discussion en Markdown…</translation>
    </message>
    <message>
        <source>Export chat as PDF…</source>
        <translation>Exporter la discussion en PDF…</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Rechercher dans la discussion</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Trouver des modèles</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Aller à</translation>
    </message>
    <message>
        <source>Go to newest notice</source>
        <translation>Aller à la dernière notification</translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>Importer des discussions d’un fichier…</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>Importer des discussions d’un dossier…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Connaissances</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Serveur local</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Bibliothèque de modèles</translation>
    </message>
    <message>
        <source>Models and appearance</source>
        <translation>Modèles et apparence</translation>
    </message>
    <message>
        <source>Move chat to trash</source>
        <translation>Mettre la discussion à la corbeille</translation>
    </message>
    <message>
        <source>Move selected chats to trash</source>
        <translation>Mettre la sélection à la corbeille</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nouveau dossier…</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Discussion suivante</translation>
    </message>
    <message>
        <source>Next field or button; with Shift, previous</source>
        <translation>Champ ou bouton suivant&#xa0;; avec Maj, précédent</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Message suivant</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>Ouvrir dans une nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>(Dés)épingler la discussion</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Discussion précédente</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Message précédent</translation>
    </message>
    <message>
        <source>Print chat…</source>
        <translation>Imprimer la discussion…</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Confidentialité</translation>
    </message>
    <message>
        <source>Quit Longthread</source>
        <translation>Quitter Longthread</translation>
    </message>
    <message>
        <source>Read chat now</source>
        <translation>Lire la discussion maintenant</translation>
    </message>
    <message>
        <source>Read last reply aloud, or stop</source>
        <translation>Lire la dernière réponse à voix haute, ou arrêter</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Renommer la discussion</translation>
    </message>
    <message>
        <source>Rename selected chat or folder</source>
        <translation>Renommer la discussion ou le dossier sélectionné</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Rechercher dans les discussions</translation>
    </message>
    <message>
        <source>Send; with Shift, new line (swap in Settings)</source>
        <translation>Envoyer&#xa0;; avec Maj, nouvelle ligne (à inverser dans les réglages)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Show or hide context details</source>
        <translation>Afficher ou masquer les détails du contexte</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>Afficher ou masquer la barre latérale</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Thème&#xa0;: sombre</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Thème&#xa0;: clair</translation>
    </message>
    <message>
        <source>Theme: system</source>
        <translation>Thème&#xa0;: système</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Cette discussion</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>Turn “Stay offline” on or off</source>
        <translation>Activer ou désactiver «&#xa0;Rester hors ligne&#xa0;»</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Annuler la suppression</translation>
    </message>
    <message>
        <source>Undo last compaction</source>
        <translation>Annuler le dernier compactage</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>Décharger le modèle</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln compaction(s)</source>
        <translation>
            <numerusform>%Ln compactage</numerusform>
            <numerusform>%Ln compactages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln réponse</numerusform>
            <numerusform>%Ln réponses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) back in full detail</source>
        <translation>
            <numerusform>%Ln token rétabli intégralement</numerusform>
            <numerusform>%Ln tokens rétablis intégralement</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>Chat loaded</source>
        <translation>Ouverture</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>Compactage</translation>
    </message>
    <message>
        <source>Context over time</source>
        <translation>Contexte au fil du temps</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Copier le journal</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Moteur</translation>
    </message>
    <message>
        <source>Engine log</source>
        <translation>Journal du moteur</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Événements</translation>
    </message>
    <message>
        <source>Includes versions, devices, settings, timings and logs, but no chat text.</source>
        <translation>Contient les versions, périphériques, réglages, durées et journaux, mais aucun texte de discussion.</translation>
    </message>
    <message>
        <source>KV cache used, in tokens</source>
        <translation>cache KV utilisé, en tokens</translation>
    </message>
    <message>
        <source>Model loaded</source>
        <translation>Modèle chargé</translation>
    </message>
    <message>
        <source>No activity in this chat yet.</source>
        <translation>Aucune activité dans cette discussion.</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>Aucun événement.</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>À l’arrêt</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En marche</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Diagnostic…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Enregistré</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>Le journal est vide.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Cette discussion</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Annulé</translation>
    </message>
    <message>
        <source>chat tokens</source>
        <translation>tokens de la discussion</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>contexte plein</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>from saved state</source>
        <translation>depuis l’état enregistré</translation>
    </message>
    <message>
        <source>nothing to restore</source>
        <translation>rien à restaurer</translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed} tok/s</source>
        <translation>
            <numerusform>%Ln token lu à {speed} tok/s</numerusform>
            <numerusform>%Ln tokens lus à {speed} tok/s</numerusform>
        </translation>
    </message>
    <message>
        <source>reply limit reached</source>
        <translation>limite de réponse atteinte</translation>
    </message>
    <message>
        <source>reread</source>
        <translation>relue</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>arrêtée par vous</translation>
    </message>
    <message>
        <source>wrote {number} at {speed} tok/s</source>
        <translation>{number} écrits à {speed} tok/s</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>compacté {ratio}×</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} libérés</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>premier token en {time}</translation>
    </message>
</context>
<context>
    <name>AddOn</name>
    <message>
        <source>Add-on progress</source>
        <translation>Progression du module</translation>
    </message>
    <message>
        <source>CUDA add-on for NVIDIA cards</source>
        <translation>Module CUDA pour cartes NVIDIA</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Check size…</source>
        <translation>Vérifier la taille…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Installed. Restart Longthread to use it.</source>
        <translation>Installé. Redémarrez Longthread pour l’utiliser.</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA driver. With the add-on, models can run on the card. Experimental.</source>
        <translation>Cet ordinateur possède un pilote NVIDIA. Avec ce module, les modèles peuvent tourner sur la carte. Expérimental.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Unpacking…</source>
        <translation>Décompression…</translation>
    </message>
    <message>
        <source>{size} to download, {unpacked} on disk. You can delete it on the Privacy page.</source>
        <translation>{size} à télécharger, {unpacked} sur le disque. Vous pourrez le supprimer depuis la page «&#xa0;Confidentialité&#xa0;».</translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) are already attached.</source>
        <translation>
            <numerusform>%Ln fichier est déjà joint.</numerusform>
            <numerusform>%Ln fichiers sont déjà joints.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) not attached.</source>
        <translation>
            <numerusform>%Ln fichier non joint.</numerusform>
            <numerusform>%Ln fichiers non joints.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A message can have up to %Ln file(s).</source>
        <translation>
            <numerusform>Un message peut contenir %Ln fichier au maximum.</numerusform>
            <numerusform>Un message peut contenir jusqu’à %Ln fichiers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t attach %Ln file(s).</source>
        <translation>
            <numerusform>Impossible de joindre %Ln fichier.</numerusform>
            <numerusform>Impossible de joindre %Ln fichiers.</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Load a model with a vision projector (mmproj), or describe the image.</source>
        <translation>Chargez un modèle avec un projecteur de vision (mmproj), ou décrivez l’image.</translation>
    </message>
    <message>
        <source>No loaded model can see images.</source>
        <translation>Aucun modèle chargé ne peut voir les images.</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>Image collée</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Document Word</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} caractères</translation>
    </message>
    <message>
        <source>“{name}” is already attached.</source>
        <translation>«&#xa0;{name}&#xa0;» est déjà joint.</translation>
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
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Show Longthread</source>
        <translation>Afficher Longthread</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>La réponse a échoué.</translation>
    </message>
    <message>
        <source>Your reply is ready.</source>
        <translation>Votre réponse est prête.</translation>
    </message>
</context>
<context>
    <name>Automatic</name>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln couche</numerusform>
            <numerusform>%Ln couches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Automatic ({value})</source>
        <translation>Automatique ({value})</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>toutes les couches</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Available when the model is idle</source>
        <translation>Disponible dès que le modèle est au repos</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>Compactage impossible&#xa0;: {why}</translation>
    </message>
    <message>
        <source>Drop a .gguf file into the window, or choose a model above.</source>
        <translation>Déposez un fichier .gguf dans la fenêtre, ou choisissez un modèle ci-dessus.</translation>
    </message>
    <message>
        <source>Load a model to get a reply.</source>
        <translation>Chargez un modèle pour obtenir une réponse.</translation>
    </message>
    <message>
        <source>Message {name}…</source>
        <translation>Message à {name}…</translation>
    </message>
    <message>
        <source>Nothing to compact yet</source>
        <translation>Rien à compacter pour l’instant</translation>
    </message>
    <message>
        <source>This chat was last used with {model}.</source>
        <translation>Le dernier modèle utilisé dans cette discussion est {model}.</translation>
    </message>
    <message>
        <source>To stay with {model}, send a message.</source>
        <translation>Pour rester avec {model}, envoyez un message.</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>Écrire un message…</translation>
    </message>
    <message>
        <source>You can also drop a .gguf file into the window.</source>
        <translation>Vous pouvez aussi déposer un fichier .gguf dans la fenêtre.</translation>
    </message>
</context>
<context>
    <name>ChatDocuments</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln autre</numerusform>
            <numerusform>%Ln autres</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Joindre des fichiers…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Documents for this chat</source>
        <translation>Documents de cette discussion</translation>
    </message>
    <message>
        <source>Found through linked facts</source>
        <translation>Trouvé grâce à des faits liés</translation>
    </message>
    <message>
        <source>From the chat&apos;s folder</source>
        <translation>Du dossier de la discussion</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>Gérer les documents…</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>Ouvrir {name}</translation>
    </message>
    <message>
        <source>Passages given with this message</source>
        <translation>Passages fournis avec ce message</translation>
    </message>
    <message>
        <source>Remove {name} from this chat</source>
        <translation>Retirer {name} de cette discussion</translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln modifié</numerusform>
            <numerusform>%Ln modifiés</numerusform>
        </translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Toutes</translation>
    </message>
    <message>
        <source>Applies only to this chat.</source>
        <translation>Pour cette discussion uniquement.</translation>
    </message>
    <message>
        <source>Applies to all chats unless the model or chat overrides it.</source>
        <translation>S’applique à toutes les discussions, sauf réglage propre au modèle ou à la discussion.</translation>
    </message>
    <message>
        <source>Applies to all chats with {name} unless a chat overrides it.</source>
        <translation>S’applique à toutes les discussions avec {name}, sauf réglage propre à la discussion.</translation>
    </message>
    <message>
        <source>Applies to this chat from its first message.</source>
        <translation>S’applique à cette discussion dès son premier message.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Appliquer</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Réglages de la discussion</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Describe the model&apos;s role and how it should reply</source>
        <translation>Rôle du modèle et style de réponse souhaité</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start (about {tokens} tokens) and compacts it again. No text is lost.</source>
        <translation>Si vous appliquez ce prompt, le modèle relit la discussion depuis le début (environ {tokens} tokens) et la compacte de nouveau. Aucun texte n’est perdu.</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start.</source>
        <translation>Si vous appliquez ce prompt, le modèle relit la discussion depuis le début.</translation>
    </message>
    <message>
        <source>Inherited from all chats.</source>
        <translation>Hérité de toutes les discussions.</translation>
    </message>
    <message>
        <source>Inherited from this model.</source>
        <translation>Hérité de ce modèle.</translation>
    </message>
    <message>
        <source>New chats use this prompt. Existing chats keep theirs.</source>
        <translation>Les nouvelles discussions utilisent ce prompt. Les autres gardent le leur.</translation>
    </message>
    <message>
        <source>No presets yet. To add one, choose “Save as…”</source>
        <translation>Aucun préréglage. Ajoutez-en un avec «&#xa0;Enregistrer sous…&#xa0;»</translation>
    </message>
    <message>
        <source>Preset name:</source>
        <translation>Nom du préréglage&#xa0;:</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Préréglages</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Renommer le préréglage</translation>
    </message>
    <message>
        <source>Reset all changes</source>
        <translation>Tout réinitialiser</translation>
    </message>
    <message>
        <source>Reset system prompt to the default</source>
        <translation>Réinitialiser le prompt système</translation>
    </message>
    <message>
        <source>Reset {name} to {value}</source>
        <translation>Rétablir «&#xa0;{name}&#xa0;»&#xa0;: {value}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Enregistrer comme préréglage</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Enregistrer sous…</translation>
    </message>
    <message>
        <source>Save the system prompt and the settings below as a preset</source>
        <translation>Enregistrer le prompt système et les réglages ci-dessous comme préréglage</translation>
    </message>
    <message>
        <source>Settings for: {what}</source>
        <translation>Réglages pour&#xa0;: {what}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>System prompt changed</source>
        <translation>Prompt système modifié</translation>
    </message>
    <message>
        <source>The system prompt starts this chat and is never compacted.</source>
        <translation>Le prompt système ouvre cette discussion et n’est jamais compacté.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Cette discussion</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Ce modèle</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vide</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>off</source>
        <translation>non</translation>
    </message>
    <message>
        <source>on</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>{name} changed</source>
        <translation>Modifié&#xa0;: {name}</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Branch of {title}</source>
        <translation>Branche de {title}</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Chats with all versions</source>
        <translation>Discussions avec toutes les versions</translation>
    </message>
    <message>
        <source>Copy of {title}</source>
        <translation>Copie de {title}</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Supprimer définitivement</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln message(s).</source>
        <translation>
            <numerusform>%Ln message supprimé.</numerusform>
            <numerusform>%Ln messages supprimés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Export to folder</source>
        <translation>Exporter dans un dossier</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importer des discussions</translation>
    </message>
    <message>
        <source>Import chats from folder</source>
        <translation>Importer des discussions d’un dossier</translation>
    </message>
    <message>
        <source>Longthread chats {day}</source>
        <translation>Discussions Longthread {day}</translation>
    </message>
    <message>
        <source>Longthread deletes the text and the saved state from this computer. You can&apos;t undo this.</source>
        <translation>Longthread supprime de cet ordinateur le texte et l’état enregistré. C’est irréversible.</translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln chat(s) to the trash.</source>
        <translation>
            <numerusform>%Ln discussion mise à la corbeille.</numerusform>
            <numerusform>%Ln discussions mises à la corbeille.</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved “{title}” to the trash.</source>
        <translation>Discussion «&#xa0;{title}&#xa0;» mise à la corbeille.</translation>
    </message>
    <message>
        <source>No chats to export.</source>
        <translation>Aucune discussion à exporter.</translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln chat(s)?</source>
        <translation>
            <numerusform>Supprimer définitivement %Ln discussion&#xa0;?</numerusform>
            <numerusform>Supprimer définitivement %Ln discussions&#xa0;?</numerusform>
        </translation>
    </message>
    <message>
        <source>Permanently delete this chat?</source>
        <translation>Supprimer définitivement cette discussion&#xa0;?</translation>
    </message>
    <message>
        <source>Removed folder “{name}”.</source>
        <translation>Dossier «&#xa0;{name}&#xa0;» supprimé.</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>1 hour</source>
        <translation>1 heure</translation>
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
        <translation>Toujours</translation>
    </message>
    <message>
        <source>Always open</source>
        <translation>Toujours ouverte</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Demander</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Aérée</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compacter</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>Dense</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Oublier</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Grammaire</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Élevé</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Garder</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Faible</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Moyen</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Non</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Oui</translation>
    </message>
    <message>
        <source>One line</source>
        <translation>Une ligne</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schéma</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Part</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Système</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>After</source>
        <translation>Après</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compacter</translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>Compacter maintenant</translation>
    </message>
    <message numerus="yes">
        <source>Compacted %Ln time(s)</source>
        <translation>
            <numerusform>Compacté %Ln fois</numerusform>
            <numerusform>Compacté %Ln fois</numerusform>
        </translation>
    </message>
    <message>
        <source>Compacting {asked}× would have changed more next words than your limit allows.</source>
        <translation>Un compactage {asked}× aurait changé plus de mots suivants que votre limite ne le permet.</translation>
    </message>
    <message>
        <source>Compaction ratio</source>
        <translation>Taux de compactage</translation>
    </message>
    <message>
        <source>Compacts {old} older tokens. The last {recent} stay in full detail.</source>
        <translation>Compacte {old} tokens anciens. Les {recent} derniers sont conservés intégralement.</translation>
    </message>
    <message>
        <source>Default ratio</source>
        <translation>Taux par défaut</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>Estimation…</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>Erreur d’ajustement par couche</translation>
    </message>
    <message>
        <source>Layer {layer}: fit error {mean}, worst head {worst}</source>
        <translation>Couche {layer}&#xa0;: erreur d’ajustement {mean}, pire tête {worst}</translation>
    </message>
    <message numerus="yes">
        <source>Longthread compacted %Ln older token(s), {ratio}× smaller, and kept the rest in full detail. The chat&apos;s context went from {before} to {after}; you can still read the full text.</source>
        <translation>
            <numerusform>Longthread a compacté %Ln token ancien, {ratio}× plus petit, et conservé le reste intégralement. Le contexte de la discussion est passé de {before} à {after}&#xa0;; vous pouvez toujours lire le texte complet.</numerusform>
            <numerusform>Longthread a compacté %Ln tokens anciens, {ratio}× plus petits, et conservé le reste intégralement. Le contexte de la discussion est passé de {before} à {after}&#xa0;; vous pouvez toujours lire le texte complet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread compacted this while idle, because the next message and its reply might not have fit.</source>
        <translation>Longthread a compacté ceci au repos, car le prochain message et sa réponse risquaient de ne plus tenir.</translation>
    </message>
    <message>
        <source>Next words</source>
        <translation>Mots suivants</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Maintenant</translation>
    </message>
    <message>
        <source>Older part compacted, {ratio}× smaller</source>
        <translation>Partie ancienne compactée, {ratio}× plus petite</translation>
    </message>
    <message>
        <source>Predicted: {words}.</source>
        <translation>Prévision&#xa0;: {words}.</translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln KV row(s), {time}.</source>
        <translation>
            <numerusform>Préréglage «&#xa0;{preset}&#xa0;», %Ln ligne KV, {time}.</numerusform>
            <numerusform>Préréglage «&#xa0;{preset}&#xa0;», %Ln lignes KV, {time}.</numerusform>
        </translation>
    </message>
    <message>
        <source>The context was full, so the model forgot the oldest messages. The text stays here to read. The system prompt is still in the context. To bring these messages back, load the model with a larger context and choose Undo.</source>
        <translation>Le contexte était plein&#xa0;: le modèle a oublié les messages les plus anciens. Leur texte reste lisible ici, et le prompt système est toujours dans le contexte. Pour retrouver ces messages, chargez le modèle avec un contexte plus grand et choisissez «&#xa0;Annuler&#xa0;».</translation>
    </message>
    <message>
        <source>The context was nearly full, so Longthread compacted it.</source>
        <translation>Le contexte était presque plein&#xa0;: Longthread l’a compacté.</translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %Ln message(s) above</source>
        <translation>
            <numerusform>Le modèle ne voit plus le message ci-dessus</numerusform>
            <numerusform>Le modèle ne voit plus les %Ln messages ci-dessus</numerusform>
        </translation>
    </message>
    <message>
        <source>Use default</source>
        <translation>Valeur par défaut</translation>
    </message>
    <message>
        <source>about {number} of 100 next words unchanged</source>
        <translation>environ {number} des 100 mots suivants inchangés</translation>
    </message>
    <message>
        <source>about {number} of 100 unchanged</source>
        <translation>environ {number} sur 100 inchangés</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>environ {time}</translation>
    </message>
    <message>
        <source>context {before} → {after}</source>
        <translation>contexte {before} → {after}</translation>
    </message>
    <message>
        <source>highest in layer {layer}: {error}</source>
        <translation>maximum à la couche {layer}&#xa0;: {error}</translation>
    </message>
    <message>
        <source>nearly all next words unchanged</source>
        <translation>presque tous les mots suivants inchangés</translation>
    </message>
    <message>
        <source>nearly all unchanged</source>
        <translation>presque tous inchangés</translation>
    </message>
    <message>
        <source>not known until the first compaction</source>
        <translation>connu seulement après le premier compactage</translation>
    </message>
    <message>
        <source>while idle</source>
        <translation>au repos</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× plus petit</translation>
    </message>
    <message>
        <source>{size} used · room for {tokens} tokens</source>
        <translation>{size} utilisés · place pour {tokens} tokens</translation>
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
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>Ajouter des documents…</translation>
    </message>
    <message>
        <source>Attach as file</source>
        <translation>Joindre comme fichier</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>Fichiers joints</translation>
    </message>
    <message>
        <source>Attached the pasted text as a file.</source>
        <translation>Texte collé joint comme fichier.</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>Gérer les documents…</translation>
    </message>
    <message>
        <source>Manage prompts…</source>
        <translation>Gérer les prompts…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Message</translation>
    </message>
    <message>
        <source>Names, numbers and details may be lost.</source>
        <translation>Des noms, des chiffres et des détails peuvent se perdre.</translation>
    </message>
    <message>
        <source>Pasted {count} characters.</source>
        <translation>{count} caractères collés.</translation>
    </message>
    <message>
        <source>Press Enter to view or Delete to remove the file.</source>
        <translation>Entrée affiche le fichier, Suppr le retire.</translation>
    </message>
    <message>
        <source>Put back as text</source>
        <translation>Remettre en texte</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>Lire quand même</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln file(s)…</source>
        <translation>
            <numerusform>Lecture de %Ln fichier…</numerusform>
            <numerusform>Lecture de %Ln fichiers…</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading takes about {n} minutes.</source>
        <translation>La lecture prend environ {n} minutes.</translation>
    </message>
    <message>
        <source>Reading takes about {n} seconds.</source>
        <translation>La lecture prend environ {n} secondes.</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>Lecture de {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>Retirer {name}</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>This model can&apos;t see images. Load a model with a vision projector (mmproj), or remove the images.</source>
        <translation>Ce modèle ne peut pas voir les images. Chargez un modèle avec un projecteur de vision (mmproj), ou retirez les images.</translation>
    </message>
    <message>
        <source>page {done} of {total}</source>
        <translation>page {done} sur {total}</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>lecture…</translation>
    </message>
    <message>
        <source>{tokens} · compacts older text</source>
        <translation>{tokens} · compacte le texte ancien</translation>
    </message>
    <message>
        <source>{tokens} · longer than the context. Longthread compacts the message while reading it.</source>
        <translation>{tokens} · plus long que le contexte. Longthread compacte le message à la lecture.</translation>
    </message>
    <message>
        <source>{tokens} · more than the recommended {most}.</source>
        <translation>{tokens} · plus que les {most} recommandés.</translation>
    </message>
    <message>
        <source>{tokens} · no room: the system prompt fills the context. Shorten it in Chat settings, or reload the model with a larger context.</source>
        <translation>{tokens} · plus de place&#xa0;: le prompt système remplit le contexte. Raccourcissez-le dans les réglages de la discussion, ou rechargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>{tokens} · the context is full. Continue in a new chat, or reload the model with a larger context.</source>
        <translation>{tokens} · le contexte est plein. Continuez dans une nouvelle discussion, ou rechargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>{tokens} · the model first reads {number} more tokens of this chat.</source>
        <translation>{tokens} · le modèle lit d’abord {number} autres tokens de cette discussion.</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Remove a file or reload the model with a larger context.</source>
        <translation>{tokens} · trop long, la limite est de {most} tokens. Retirez un fichier ou rechargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Shorten the message or reload the model with a larger context.</source>
        <translation>{tokens} · trop long, la limite est de {most} tokens. Raccourcissez le message ou rechargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>“Read anyway” compacts the message about {ratio}×: {words}.</source>
        <translation>«&#xa0;Lire quand même&#xa0;» compacte le message environ {ratio}×&#xa0;: {words}.</translation>
    </message>
    <message>
        <source>↵ send</source>
        <translation>↵ envoyer</translation>
    </message>
    <message>
        <source>⇧↵ send</source>
        <translation>⇧↵ envoyer</translation>
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
        <translation>Annuler le téléchargement de {name}</translation>
    </message>
    <message>
        <source>Demanding work on a strong computer</source>
        <translation>Travaux exigeants sur un ordinateur puissant</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Download progress of {name}</source>
        <translation>Progression du téléchargement de {name}</translation>
    </message>
    <message>
        <source>Everyday questions and short texts</source>
        <translation>Questions courantes et textes courts</translation>
    </message>
    <message>
        <source>Fits after you close other programs.</source>
        <translation>Tient si vous fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>Fits into RAM, but writes slowly without a graphics card.</source>
        <translation>Tient dans la RAM, mais écrit lentement sans carte graphique.</translation>
    </message>
    <message>
        <source>Fits into the free RAM.</source>
        <translation>Tient dans la RAM libre.</translation>
    </message>
    <message>
        <source>List of {month}. Models come from Hugging Face; sizes are approximate until a download begins.</source>
        <translation>Liste ({month}). Modèles de Hugging Face, tailles approximatives avant le téléchargement.</translation>
    </message>
    <message>
        <source>Long documents and chats</source>
        <translation>Longs documents et discussions</translation>
    </message>
    <message>
        <source>Looking up the file…</source>
        <translation>Recherche du fichier…</translation>
    </message>
    <message>
        <source>Models for this computer</source>
        <translation>Modèles pour cet ordinateur</translation>
    </message>
    <message>
        <source>Needs more RAM and VRAM than this computer has.</source>
        <translation>Demande plus de RAM et de VRAM que cet ordinateur n’en a.</translation>
    </message>
    <message>
        <source>Needs more RAM than this computer has.</source>
        <translation>Demande plus de RAM que cet ordinateur n’en a.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
    <message>
        <source>Programming</source>
        <translation>Programmation</translation>
    </message>
    <message>
        <source>Quick replies on any computer</source>
        <translation>Réponses rapides sur tout ordinateur</translation>
    </message>
    <message>
        <source>Reasoning and math</source>
        <translation>Raisonnement et mathématiques</translation>
    </message>
    <message>
        <source>Recommended models</source>
        <translation>Modèles recommandés</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Runs slowly</source>
        <translation>Tourne lentement</translation>
    </message>
    <message>
        <source>Runs well</source>
        <translation>Tourne bien</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Tout juste</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
    <message>
        <source>Writing in many languages</source>
        <translation>Textes dans de nombreuses langues</translation>
    </message>
    <message>
        <source>{number}K context</source>
        <translation>Contexte {number}K</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Ajouter des documents</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Fichiers…</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Ajouter un dossier</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Dossier…</translation>
    </message>
    <message>
        <source>Add texts, PDFs, Word files, web pages or a folder of code, or drop them here. Longthread indexes them once. Type “@” in a chat to use one: the model gets the passages it needs, and replies cite them.</source>
        <translation>Ajoutez des textes, PDF, fichiers Word, pages web ou un dossier de code, ou déposez-les ici. Longthread ne les indexe qu’une fois. Tapez «&#xa0;@&#xa0;» dans une discussion pour en utiliser un&#xa0;: le modèle reçoit les passages utiles, et les réponses les citent.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Always keep on disk</source>
        <translation>Toujours garder sur le disque</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code folder</source>
        <translation>Dossier de code</translation>
    </message>
    <message>
        <source>Collect facts</source>
        <translation>Collecter les faits</translation>
    </message>
    <message>
        <source>Delete its facts</source>
        <translation>Supprimer ses faits</translation>
    </message>
    <message>
        <source>Delete their facts</source>
        <translation>Supprimer leurs faits</translation>
    </message>
    <message>
        <source>Deletes the text and passages that Longthread keeps, also from chats that use them. The original files stay where they are.</source>
        <translation>Supprime le texte et les passages conservés par Longthread, y compris dans les discussions qui les utilisent. Les fichiers d’origine restent où ils sont.</translation>
    </message>
    <message>
        <source>Document {name}</source>
        <translation>Document {name}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>File has changed since Longthread read it</source>
        <translation>Fichier modifié depuis sa lecture par Longthread</translation>
    </message>
    <message>
        <source>File is gone; its text is still here</source>
        <translation>Fichier disparu&#xa0;; son texte est toujours là</translation>
    </message>
    <message>
        <source>Indexing…</source>
        <translation>Indexation…</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Page suivante</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Aucun document</translation>
    </message>
    <message>
        <source>No passages found for “{searched}”.</source>
        <translation>Aucun passage trouvé pour «&#xa0;{searched}&#xa0;».</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Ouvrir l’original</translation>
    </message>
    <message>
        <source>Page of the document</source>
        <translation>Page du document</translation>
    </message>
    <message>
        <source>Page {number} of {total}</source>
        <translation>Page {number} sur {total}</translation>
    </message>
    <message>
        <source>Part {number} of {total}</source>
        <translation>Partie {number} sur {total}</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Passages trouvés</translation>
    </message>
    <message>
        <source>Pause preparing</source>
        <translation>Suspendre la préparation</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>Prévision&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Prepare for {model}</source>
        <translation>Préparer pour {model}</translation>
    </message>
    <message>
        <source>Preparing for {model}…</source>
        <translation>Préparation pour {model}…</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>Préparation…</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Page précédente</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Relire</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lecture…</translation>
    </message>
    <message>
        <source>Ready for {model}</source>
        <translation>Prêt pour {model}</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>Prêt pour la recherche</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln document(s)?</source>
        <translation>
            <numerusform>Retirer %Ln document&#xa0;?</numerusform>
            <numerusform>Retirer %Ln documents&#xa0;?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {number}…</source>
        <translation>En retirer {number}…</translation>
    </message>
    <message>
        <source>Remove “{name}”?</source>
        <translation>Retirer «&#xa0;{name}&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Retirer…</translation>
    </message>
    <message>
        <source>Resume preparing</source>
        <translation>Reprendre la préparation</translation>
    </message>
    <message>
        <source>Search in all documents</source>
        <translation>Rechercher dans tous les documents</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Afficher dans le dossier</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>Afficher la page</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>Afficher le texte</translation>
    </message>
    <message>
        <source>Stop indexing</source>
        <translation>Arrêter l’indexation</translation>
    </message>
    <message>
        <source>Stop watching “{name}”</source>
        <translation>Ne plus surveiller «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Texte du document</translation>
    </message>
    <message>
        <source>The document has changed, and this passage is no longer in it.</source>
        <translation>Le document a changé et ne contient plus ce passage.</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>En attente…</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Dossiers surveillés</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Page web</translation>
    </message>
    <message>
        <source>Word file</source>
        <translation>Fichier Word</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>page {number}</translation>
    </message>
    <message>
        <source>preparing is paused</source>
        <translation>préparation suspendue</translation>
    </message>
    <message>
        <source>waiting to be prepared</source>
        <translation>en attente de préparation</translation>
    </message>
    <message>
        <source>waiting until your computer is plugged in</source>
        <translation>attend que votre ordinateur soit branché</translation>
    </message>
    <message>
        <source>watched folder</source>
        <translation>dossier surveillé</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× plus petit</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} sur le disque</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln item(s) to your documents</source>
        <translation>
            <numerusform>Ajouter %Ln élément à vos documents</numerusform>
            <numerusform>Ajouter %Ln éléments à vos documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>Ajouter %Ln fichier de modèle</numerusform>
            <numerusform>Ajouter %Ln fichiers de modèle</numerusform>
        </translation>
    </message>
    <message>
        <source>Add and load {name}</source>
        <translation>Ajouter et charger {name}</translation>
    </message>
    <message>
        <source>Add model folder {folder}</source>
        <translation>Ajouter le dossier de modèles {folder}</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>Ajouter un projecteur de vision à {model}</translation>
    </message>
    <message>
        <source>Add vision projector {file}</source>
        <translation>Ajouter le projecteur de vision {file}</translation>
    </message>
    <message>
        <source>Add {name} to the library</source>
        <translation>Ajouter {name} à la bibliothèque</translation>
    </message>
    <message>
        <source>Add {name} to your documents</source>
        <translation>Ajouter {name} à vos documents</translation>
    </message>
    <message>
        <source>Adds to your chats and changes none of them</source>
        <translation>S’ajoute à vos discussions sans en modifier aucune</translation>
    </message>
    <message numerus="yes">
        <source>Also attaches %Ln file(s)</source>
        <translation>
            <numerusform>Joint aussi %Ln fichier</numerusform>
            <numerusform>Joint aussi %Ln fichiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also imports chats from %Ln export(s)</source>
        <translation>
            <numerusform>Importe aussi les discussions de %Ln export</numerusform>
            <numerusform>Importe aussi les discussions de %Ln exports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>Joindre %Ln fichier</numerusform>
            <numerusform>Joindre %Ln fichiers</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach the files inside instead.</source>
        <translation>Joignez plutôt les fichiers qu’il contient.</translation>
    </message>
    <message>
        <source>Attach {name}</source>
        <translation>Joindre {name}</translation>
    </message>
    <message>
        <source>Can&apos;t find “{name}”.</source>
        <translation>«&#xa0;{name}&#xa0;» est introuvable.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({why}).</source>
        <translation>Impossible de lire «&#xa0;{name}&#xa0;» ({why}).</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t use %Ln item(s).</source>
        <translation>
            <numerusform>Impossible d’utiliser %Ln élément.</numerusform>
            <numerusform>Impossible d’utiliser %Ln éléments.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t use this here</source>
        <translation>Inutilisable ici</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Vérifiez les autorisations du fichier.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Téléchargez de nouveau le fichier.</translation>
    </message>
    <message>
        <source>Drop a model, text file or document.</source>
        <translation>Déposez un modèle, un fichier texte ou un document.</translation>
    </message>
    <message numerus="yes">
        <source>Import chats from %Ln export(s)</source>
        <translation>
            <numerusform>Importer les discussions de %Ln export</numerusform>
            <numerusform>Importer les discussions de %Ln exports</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from {name}</source>
        <translation>Importer les discussions de {name}</translation>
    </message>
    <message>
        <source>Insert text into message</source>
        <translation>Insérer le texte dans le message</translation>
    </message>
    <message>
        <source>Longthread reads the text; the files stay where they are</source>
        <translation>Longthread lit le texte&#xa0;; les fichiers restent où ils sont</translation>
    </message>
    <message>
        <source>Look for a GGUF version of the model in the model library.</source>
        <translation>Cherchez une version GGUF du modèle dans la bibliothèque de modèles.</translation>
    </message>
    <message>
        <source>New models appear automatically; Longthread copies nothing</source>
        <translation>Les nouveaux modèles apparaissent d’eux-mêmes&#xa0;; Longthread ne copie rien</translation>
    </message>
    <message>
        <source>The file was moved or deleted.</source>
        <translation>Le fichier a été déplacé ou supprimé.</translation>
    </message>
    <message>
        <source>The model reads the text; the file stays where it is</source>
        <translation>Le modèle lit le texte&#xa0;; le fichier reste où il est</translation>
    </message>
    <message>
        <source>The model reads the text; the files stay where they are</source>
        <translation>Le modèle lit le texte&#xa0;; les fichiers restent où ils sont</translation>
    </message>
    <message>
        <source>The model sees the image, and the chat keeps a copy</source>
        <translation>Le modèle voit l’image, et la discussion en garde une copie</translation>
    </message>
    <message>
        <source>The model sees the images and reads the text in the other files</source>
        <translation>Le modèle voit les images et lit le texte des autres fichiers</translation>
    </message>
    <message>
        <source>The model sees the images, and the chat keeps copies</source>
        <translation>Le modèle voit les images, et la discussion en garde des copies</translation>
    </message>
    <message>
        <source>This vision projector (mmproj) also needs the model it was made for</source>
        <translation>Ce projecteur de vision (mmproj) a aussi besoin de son modèle</translation>
    </message>
    <message>
        <source>You can edit the text before sending</source>
        <translation>Vous pouvez modifier le texte avant l’envoi</translation>
    </message>
    <message>
        <source>{file} lets the model see images and stays where it is</source>
        <translation>{file} permet au modèle de voir les images et reste où il est</translation>
    </message>
    <message>
        <source>{size}, used in place without a copy</source>
        <translation>{size}, utilisé sur place, sans copie</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>«&#xa0;{name}&#xa0;» est un dossier.</translation>
    </message>
    <message>
        <source>“{name}” is a model in a format that Longthread can&apos;t load.</source>
        <translation>«&#xa0;{name}&#xa0;» est un modèle dans un format que Longthread ne peut pas charger.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a readable file.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un fichier lisible.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a valid GGUF model.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un modèle GGUF valide.</translation>
    </message>
</context>
<context>
    <name>HeadMeasuring</name>
    <message>
        <source>Start measuring again.</source>
        <translation>Relancez la mesure.</translation>
    </message>
    <message>
        <source>The engine stopped before the measurement finished.</source>
        <translation>Le moteur s’est arrêté avant la fin de la mesure.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Ajouter un modèle…</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Réglages de la discussion</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>Titre de la discussion</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message numerus="yes">
        <source>Context of %Ln token(s)</source>
        <translation>
            <numerusform>Contexte de %Ln token</numerusform>
            <numerusform>Contexte de %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Device and context size</source>
        <translation>Périphérique et taille du contexte</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>Compactage impossible&#xa0;: {why}</translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation>Double-cliquez pour renommer</translation>
    </message>
    <message>
        <source>Load settings for {name}…</source>
        <translation>Réglages de chargement de {name}…</translation>
    </message>
    <message>
        <source>Loading {name} {share}</source>
        <translation>Chargement de {name}&#xa0;: {share}</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Bibliothèque de modèles</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Renommer la discussion</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>Afficher ou masquer la barre latérale</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Décharger</translation>
    </message>
    <message>
        <source>Unloaded because it wasn&apos;t used for a while. Loads again when you write.</source>
        <translation>Déchargé car inutilisé depuis un moment. Se recharge quand vous écrivez.</translation>
    </message>
    <message>
        <source>{name} failed to load</source>
        <translation>{name}&#xa0;: échec</translation>
    </message>
    <message>
        <source>{name} is unloaded</source>
        <translation>{name} est déchargé</translation>
    </message>
    <message>
        <source>{name} stopped</source>
        <translation>{name} s’est arrêté</translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message>
        <source>All</source>
        <translation>Tous</translation>
    </message>
    <message>
        <source>KV rows kept by each head</source>
        <translation>Lignes KV conservées par tête</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Dernier</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {rows} KV rows for {tokens} tokens · {types} · fit error {error}</source>
        <translation>Couche {layer}, tête {head}&#xa0;: {rows} lignes KV pour {tokens} tokens · {types} · erreur d’ajustement {error}</translation>
    </message>
    <message>
        <source>Nothing is compacted in this chat.</source>
        <translation>Rien n’est compacté dans cette discussion.</translation>
    </message>
    <message>
        <source>Stronger color: more rows kept. Outlined: all kept. Layers run across, heads down.</source>
        <translation>Couleur plus vive&#xa0;: plus de lignes gardées. Contour&#xa0;: toutes. Couches en largeur, têtes en hauteur.</translation>
    </message>
    <message>
        <source>{ratio}× compacted: {rows} of {all} KV rows. {whole} of {heads} heads keep all rows.</source>
        <translation>Compacté {ratio}×&#xa0;: {rows} lignes KV sur {all}. Têtes qui gardent toutes les lignes&#xa0;: {whole} sur {heads}.</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Turn off</source>
        <translation>Désactiver</translation>
    </message>
</context>
<context>
    <name>Knowledge</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln fait</numerusform>
            <numerusform>%Ln faits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more place(s)</source>
        <translation>
            <numerusform>%Ln autre occurrence</numerusform>
            <numerusform>%Ln autres occurrences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln réponse</numerusform>
            <numerusform>%Ln réponses</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Ajouter des documents</translation>
    </message>
    <message>
        <source>Collect facts from chats, too</source>
        <translation>Collecter aussi dans les discussions</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>Collecter les faits des documents</translation>
    </message>
    <message>
        <source>Collecting facts is off</source>
        <translation>La collecte de faits est désactivée</translation>
    </message>
    <message>
        <source>Collecting facts…</source>
        <translation>Collecte de faits…</translation>
    </message>
    <message>
        <source>Collecting is paused</source>
        <translation>La collecte est suspendue</translation>
    </message>
    <message>
        <source>Combine with “{name}”</source>
        <translation>Fusionner avec «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln name(s) with their facts</source>
        <translation>
            <numerusform>Supprimer %Ln nom avec ses faits</numerusform>
            <numerusform>Supprimer %Ln noms avec leurs faits</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete fact</source>
        <translation>Supprimer le fait</translation>
    </message>
    <message>
        <source>Delete with its facts</source>
        <translation>Supprimer avec ses faits</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln name(s)</source>
        <translation>
            <numerusform>%Ln nom supprimé</numerusform>
            <numerusform>%Ln noms supprimés</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>«&#xa0;{name}&#xa0;» supprimé</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Faits</translation>
    </message>
    <message>
        <source>Facts come from documents that a chat uses. Type “@” in a chat to add one, or choose “Collect facts” in the menu of a document.</source>
        <translation>Les faits viennent des documents qu’une discussion utilise. Tapez «&#xa0;@&#xa0;» dans une discussion pour en ajouter un, ou choisissez «&#xa0;Collecter les faits&#xa0;» dans le menu d’un document.</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graphe</translation>
    </message>
    <message>
        <source>Graph around {name}</source>
        <translation>Graphe autour de {name}</translation>
    </message>
    <message>
        <source>Idea</source>
        <translation>Notion</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Connaissances</translation>
    </message>
    <message>
        <source>No facts found</source>
        <translation>Aucun fait trouvé</translation>
    </message>
    <message>
        <source>No facts yet</source>
        <translation>Aucun fait</translation>
    </message>
    <message>
        <source>Nothing found for “{searched}”.</source>
        <translation>Aucun résultat pour «&#xa0;{searched}&#xa0;».</translation>
    </message>
    <message>
        <source>Organization</source>
        <translation>Organisation</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Suspendre</translation>
    </message>
    <message>
        <source>Pause collecting</source>
        <translation>Suspendre la collecte</translation>
    </message>
    <message>
        <source>People, places and things</source>
        <translation>Personnes, lieux et choses</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Personne</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lieu</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Resume collecting</source>
        <translation>Reprendre la collecte</translation>
    </message>
    <message>
        <source>Search people, places and things</source>
        <translation>Rechercher personnes, lieux et choses</translation>
    </message>
    <message>
        <source>Separate in</source>
        <translation>Séparer dans</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>Afficher tout le graphe</translation>
    </message>
    <message>
        <source>Show what is linked</source>
        <translation>Afficher les liens</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your documents and how they&apos;re linked, with the sentence each fact comes from.</source>
        <translation>Le modèle relève les personnes, organisations et lieux de vos documents et leurs liens, avec la phrase d’où vient chaque fait.</translation>
    </message>
    <message>
        <source>The model read your documents and found no people, organizations or places that are linked.</source>
        <translation>Le modèle a lu vos documents sans y trouver de personnes, d’organisations ou de lieux liés entre eux.</translation>
    </message>
    <message>
        <source>The rest takes about as long as {replies}. Collecting runs when the model is idle and pauses for every message.</source>
        <translation>Le reste prend à peu près autant de temps que {replies}. La collecte avance quand le modèle est au repos et s’interrompt à chaque message.</translation>
    </message>
    <message>
        <source>Thing</source>
        <translation>Chose</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>Discussion sans titre</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>En attente d’un modèle</translation>
    </message>
    <message>
        <source>Waiting for an idle moment</source>
        <translation>En attente d’un moment de repos</translation>
    </message>
    <message>
        <source>Waiting until your computer is plugged in</source>
        <translation>Attend que votre ordinateur soit branché</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Zoom avant</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Zoom arrière</translation>
    </message>
    <message>
        <source>also {names}</source>
        <translation>aussi {names}</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>page {number}</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln passages read</source>
        <translation>
            <numerusform>Passages lus&#xa0;: {done} sur %Ln</numerusform>
            <numerusform>Passages lus&#xa0;: {done} sur %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln langue</numerusform>
            <numerusform>%Ln langues</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
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
            <numerusform>%Ln partie</numerusform>
            <numerusform>%Ln parties</numerusform>
        </translation>
    </message>
    <message>
        <source>Access token (hf_…)</source>
        <translation>Jeton d’accès (hf_…)</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>Jeton d’accès…</translation>
    </message>
    <message>
        <source>Account required</source>
        <translation>Compte requis</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Ajouter un modèle…</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Tous les résultats</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Cancel download of {name}</source>
        <translation>Annuler le téléchargement de {name}</translation>
    </message>
    <message>
        <source>Delete token</source>
        <translation>Supprimer le jeton</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>Compactage impossible&#xa0;: {why}</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Download {label}, {size}</source>
        <translation>Télécharger {label}, {size}</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in the window</source>
        <translation>Déposez un fichier .gguf n’importe où dans la fenêtre</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in this window. The file stays where it is.</source>
        <translation>Déposez un fichier .gguf n’importe où dans cette fenêtre. Le fichier reste où il est.</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Fichier introuvable</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Files of {repo}</source>
        <translation>Fichiers de {repo}</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Trouver des modèles</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Convient</translation>
    </message>
    <message>
        <source>Hugging Face access token</source>
        <translation>Jeton d’accès Hugging Face</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Charger</translation>
    </message>
    <message>
        <source>Loading {repo}…</source>
        <translation>Chargement de {repo}…</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Chargement…</translation>
    </message>
    <message>
        <source>Missing parts: {names}.</source>
        <translation>Parties manquantes&#xa0;: {names}.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Bibliothèque de modèles</translation>
    </message>
    <message>
        <source>Model name or owner/name</source>
        <translation>Nom de modèle ou auteur/nom</translation>
    </message>
    <message>
        <source>Needed only for models that require an account</source>
        <translation>Utile seulement pour les modèles qui exigent un compte</translation>
    </message>
    <message>
        <source>No GGUF models found. Try fewer words or a model family such as “qwen”.</source>
        <translation>Aucun modèle GGUF trouvé. Essayez avec moins de mots ou une famille de modèles comme «&#xa0;qwen&#xa0;».</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Pas encore vérifié</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Sur cet ordinateur</translation>
    </message>
    <message>
        <source>Open details for {name}</source>
        <translation>Ouvrir les détails de {name}</translation>
    </message>
    <message>
        <source>Opens in your browser</source>
        <translation>S’ouvre dans votre navigateur</translation>
    </message>
    <message>
        <source>Pause {name}</source>
        <translation>Suspendre {name}</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Actualiser</translation>
    </message>
    <message>
        <source>Remove {name} from library (keeps the file)</source>
        <translation>Retirer {name} de la bibliothèque (le fichier reste)</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>Retirer {name} de cette liste</translation>
    </message>
    <message>
        <source>Resume {name}</source>
        <translation>Reprendre {name}</translation>
    </message>
    <message>
        <source>Rough estimate from the file size. A better one follows after the download.</source>
        <translation>Estimation grossière d’après la taille du fichier, affinée après le téléchargement.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store.</source>
        <translation>Enregistré dans le trousseau de votre système.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>Rechercher sur Hugging Face</translation>
    </message>
    <message>
        <source>Searches huggingface.co for GGUF models. Longthread sends nothing until you search.</source>
        <translation>Recherche des modèles GGUF sur huggingface.co. Longthread n’envoie rien avant votre recherche.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Recherche…</translation>
    </message>
    <message>
        <source>Still incomplete; available when the copy or download finishes</source>
        <translation>Encore incomplet&#xa0;; disponible à la fin de la copie ou du téléchargement</translation>
    </message>
    <message>
        <source>Supports compaction</source>
        <translation>Compactage possible</translation>
    </message>
    <message>
        <source>This repository has no complete GGUF file.</source>
        <translation>Ce dépôt ne contient aucun fichier GGUF complet.</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Tout juste</translation>
    </message>
    <message>
        <source>Token deleted.</source>
        <translation>Jeton supprimé.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Décharger</translation>
    </message>
    <message>
        <source>Verifying the file… {share}</source>
        <translation>Vérification du fichier… {share}</translation>
    </message>
    <message>
        <source>View on Hugging Face</source>
        <translation>Voir sur Hugging Face</translation>
    </message>
    <message>
        <source>Your system has no working password store, so Longthread forgets the token when you quit.</source>
        <translation>Votre système n’a pas de trousseau utilisable&#xa0;: Longthread oublie le jeton quand vous quittez le programme.</translation>
    </message>
    <message>
        <source>Your system&apos;s password store keeps the token. Longthread sends it only to Hugging Face.</source>
        <translation>Le trousseau de votre système conserve le jeton. Longthread ne l’envoie qu’à Hugging Face.</translation>
    </message>
    <message numerus="yes">
        <source>context up to %Ln token(s)</source>
        <translation>
            <numerusform>contexte jusqu’à %Ln token</numerusform>
            <numerusform>contexte jusqu’à %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>updated {day}</source>
        <translation>mis à jour le {day}</translation>
    </message>
    <message>
        <source>vision projector (mmproj)</source>
        <translation>projecteur de vision (mmproj)</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} sur {total}</translation>
    </message>
    <message>
        <source>{done} of {total} · paused</source>
        <translation>{done} sur {total} · suspendu</translation>
    </message>
    <message>
        <source>{done} of {total} · queued</source>
        <translation>{done} sur {total} · en file d’attente</translation>
    </message>
    <message>
        <source>{done} of {total} · {problem} Retrying…</source>
        <translation>{done} sur {total} · {problem} Nouvelle tentative…</translation>
    </message>
    <message>
        <source>{done} of {total} · {speed}/s · {time} left</source>
        <translation>{done} sur {total} · {speed}/s · reste {time}</translation>
    </message>
    <message>
        <source>{number} downloads</source>
        <translation>{number} téléchargements</translation>
    </message>
    <message>
        <source>{number} parameters</source>
        <translation>{number} paramètres</translation>
    </message>
    <message>
        <source>{total} · added to library</source>
        <translation>{total} · ajouté à la bibliothèque</translation>
    </message>
</context>
<context>
    <name>LoadSettings</name>
    <message>
        <source>Context size</source>
        <translation>Taille du contexte</translation>
    </message>
    <message>
        <source>Context size in: {kind}</source>
        <translation>Taille du contexte en&#xa0;: {kind}</translation>
    </message>
    <message>
        <source>How much the model holds in full detail before it compacts. RAM use grows only as needed.</source>
        <translation>Ce que le modèle garde intégralement avant de compacter. La RAM n’est utilisée qu’au besoin.</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>Mo</translation>
    </message>
    <message>
        <source>Reset {setting} to general settings</source>
        <translation>Rétablir {setting} d’après les réglages généraux</translation>
    </message>
    <message>
        <source>Share of free RAM/VRAM</source>
        <translation>Part de RAM/VRAM libre</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>same as general settings</source>
        <translation>comme les réglages généraux</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Buffers</source>
        <translation>Tampons</translation>
    </message>
    <message numerus="yes">
        <source>KV cache for %Ln token(s)</source>
        <translation>
            <numerusform>Cache KV pour %Ln token</numerusform>
            <numerusform>Cache KV pour %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>RAM and VRAM</source>
        <translation>RAM et VRAM</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Ce modèle</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation>{amount} libres</translation>
    </message>
    <message>
        <source>{amount} left</source>
        <translation>reste {amount}</translation>
    </message>
    <message>
        <source>{amount} too much</source>
        <translation>{amount} de trop</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) remembered</source>
        <translation>
            <numerusform>%Ln token mémorisé</numerusform>
            <numerusform>%Ln tokens mémorisés</numerusform>
        </translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>Compacter maintenant</translation>
    </message>
    <message>
        <source>Compact the older part of this chat</source>
        <translation>Compacter la partie ancienne de cette discussion</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>Compacté</translation>
    </message>
    <message>
        <source>Compacted {number}</source>
        <translation>Compacté {number}</translation>
    </message>
    <message>
        <source>Compacted {number} in {size}</source>
        <translation>Compacté {number} en {size}</translation>
    </message>
    <message>
        <source>Compacted, this chat can hold about {number} tokens.</source>
        <translation>Compactée, cette discussion peut contenir environ {number} tokens.</translation>
    </message>
    <message>
        <source>Compacting in the background {share}</source>
        <translation>Compactage en arrière-plan {share}</translation>
    </message>
    <message>
        <source>Compacting {share}</source>
        <translation>Compactage {share}</translation>
    </message>
    <message>
        <source>Compacts at {share}</source>
        <translation>Compactage à {share}</translation>
    </message>
    <message>
        <source>Context  empty</source>
        <translation>Contexte  vide</translation>
    </message>
    <message>
        <source>Context  loading…</source>
        <translation>Contexte  chargement…</translation>
    </message>
    <message>
        <source>Context  not loaded yet</source>
        <translation>Contexte  pas encore chargé</translation>
    </message>
    <message>
        <source>Context  {used} / {total}</source>
        <translation>Contexte  {used} / {total}</translation>
    </message>
    <message>
        <source>Context {share}</source>
        <translation>Contexte {share}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Documents {number}</source>
        <translation>Documents {number}</translation>
    </message>
    <message>
        <source>Documents {number} in {size}</source>
        <translation>Documents {number} en {size}</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>Full detail</source>
        <translation>Intégral</translation>
    </message>
    <message>
        <source>Full detail {number}</source>
        <translation>Intégral {number}</translation>
    </message>
    <message>
        <source>Hide context details</source>
        <translation>Masquer les détails du contexte</translation>
    </message>
    <message>
        <source>Keep context details open</source>
        <translation>Garder ouverts les détails du contexte</translation>
    </message>
    <message>
        <source>Loading model {share}</source>
        <translation>Chargement du modèle&#xa0;: {share}</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Pas encore lu</translation>
    </message>
    <message>
        <source>Other chats and background work: {size}</source>
        <translation>Autres discussions et tâches de fond&#xa0;: {size}</translation>
    </message>
    <message>
        <source>Other work {share}</source>
        <translation>Autres tâches {share}</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>Prévision&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Lire maintenant</translation>
    </message>
    <message>
        <source>Read the rest of this chat now, so your next message doesn&apos;t wait</source>
        <translation>Lire maintenant le reste de cette discussion, pour que votre prochain message n’attende pas</translation>
    </message>
    <message>
        <source>Reading stopped</source>
        <translation>Lecture arrêtée</translation>
    </message>
    <message>
        <source>Reading {done} / {total}</source>
        <translation>Lecture {done} / {total}</translation>
    </message>
    <message>
        <source>Reading {share}</source>
        <translation>Lecture {share}</translation>
    </message>
    <message>
        <source>Refining in the background {share}</source>
        <translation>Affinage en arrière-plan {share}</translation>
    </message>
    <message>
        <source>Refining {share}</source>
        <translation>Affinage {share}</translation>
    </message>
    <message>
        <source>Reread in {time}</source>
        <translation>Relu en {time}</translation>
    </message>
    <message>
        <source>Rereading the chat {done} / {total}</source>
        <translation>Relecture de la discussion {done} / {total}</translation>
    </message>
    <message>
        <source>Rereading {share}</source>
        <translation>Relecture {share}</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>Réservé à la réponse</translation>
    </message>
    <message>
        <source>Reserved for reply {number}</source>
        <translation>Réponse {number}</translation>
    </message>
    <message>
        <source>Resumed in {time}</source>
        <translation>Repris en {time}</translation>
    </message>
    <message>
        <source>Saving state {share}</source>
        <translation>Enregistrement de l’état&#xa0;: {share}</translation>
    </message>
    <message>
        <source>Show context details</source>
        <translation>Afficher les détails du contexte</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Stop compacting and keep the context unchanged</source>
        <translation>Arrêter le compactage et garder le contexte inchangé</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>System {number}</source>
        <translation>Système {number}</translation>
    </message>
    <message>
        <source>Unpin context details</source>
        <translation>Désépingler les détails du contexte</translation>
    </message>
    <message>
        <source>Working {share}</source>
        <translation>En cours {share}</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>presque fini</translation>
    </message>
    <message>
        <source>compaction on hold</source>
        <translation>compactage en attente</translation>
    </message>
    <message>
        <source>other work {share}</source>
        <translation>autres tâches {share}</translation>
    </message>
    <message>
        <source>room for {number} more</source>
        <translation>place pour {number} de plus</translation>
    </message>
    <message>
        <source>{done} of {total} tokens read</source>
        <translation>{done} tokens lus sur {total}</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>compacté {ratio}×</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>reste {time}</translation>
    </message>
</context>
<context>
    <name>ModelActions</name>
    <message>
        <source>Add model folder</source>
        <translation>Ajouter un dossier de modèles</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>Ajouter un projecteur de vision à {model}</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Delete {model} from disk?</source>
        <translation>Supprimer {model} du disque&#xa0;?</translation>
    </message>
    <message>
        <source>Name (in the file: {own})</source>
        <translation>Nom (dans le fichier&#xa0;: {own})</translation>
    </message>
    <message numerus="yes">
        <source>Permanently deletes %Ln file(s), {amount}, from {folder}.</source>
        <translation>
            <numerusform>Supprime définitivement %Ln fichier, {amount}, de {folder}.</numerusform>
            <numerusform>Supprime définitivement %Ln fichiers, {amount}, de {folder}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Rename model</source>
        <translation>Renommer le modèle</translation>
    </message>
    <message>
        <source>Vision projectors</source>
        <translation>Projecteurs de vision</translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message>
        <source>Add the matching model, then add this file on the model&apos;s page.</source>
        <translation>Ajoutez le modèle correspondant, puis ce fichier depuis la page du modèle.</translation>
    </message>
    <message>
        <source>Can&apos;t delete {file} ({reason}).</source>
        <translation>Impossible de supprimer {file} ({reason}).</translation>
    </message>
    <message>
        <source>Choose the mmproj file made for this model.</source>
        <translation>Choisissez le fichier mmproj fait pour ce modèle.</translation>
    </message>
    <message>
        <source>Close programs that use the file, or check the folder&apos;s permissions.</source>
        <translation>Fermez les programmes qui utilisent le fichier, ou vérifiez les autorisations du dossier.</translation>
    </message>
    <message>
        <source>Deleted the link to {model}.</source>
        <translation>Lien vers {model} supprimé.</translation>
    </message>
    <message>
        <source>Deleted {model} from disk.</source>
        <translation>{model} supprimé du disque.</translation>
    </message>
    <message>
        <source>No model in the library fits the vision projector {file}.</source>
        <translation>Aucun de vos modèles ne correspond au projecteur de vision {file}.</translation>
    </message>
    <message>
        <source>Removed {model} from the library.</source>
        <translation>{model} retiré de la bibliothèque.</translation>
    </message>
    <message numerus="yes">
        <source>The file also fits %Ln other model(s). Add it on the model&apos;s page.</source>
        <translation>
            <numerusform>Le fichier convient aussi à %Ln autre modèle. Ajoutez-le sur la page de ce modèle.</numerusform>
            <numerusform>Le fichier convient aussi à %Ln autres modèles. Ajoutez-le sur la page du modèle voulu.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Le fichier reste où il est.</translation>
    </message>
    <message>
        <source>The original file stays where it is.</source>
        <translation>Le fichier d’origine reste où il est.</translation>
    </message>
    <message>
        <source>This file isn&apos;t a vision projector.</source>
        <translation>Ce fichier n’est pas un projecteur de vision.</translation>
    </message>
    <message>
        <source>{file} doesn&apos;t fit {model}.</source>
        <translation>{file} ne convient pas à {model}.</translation>
    </message>
    <message>
        <source>{model} now uses the vision projector {file}.</source>
        <translation>{model} utilise maintenant le projecteur de vision {file}.</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Template de discussion</translation>
    </message>
    <message>
        <source>Included</source>
        <translation>Inclus</translation>
    </message>
    <message>
        <source>KV cache per token</source>
        <translation>Cache KV par token</translation>
    </message>
    <message>
        <source>Layers and heads</source>
        <translation>Couches et têtes</translation>
    </message>
    <message>
        <source>Maximum context</source>
        <translation>Contexte maximal</translation>
    </message>
    <message>
        <source>Not included; Longthread uses a generic template</source>
        <translation>Non inclus&#xa0;; Longthread utilise un template générique</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantification</translation>
    </message>
    <message>
        <source>{amount} at f16</source>
        <translation>{amount} en f16</translation>
    </message>
    <message>
        <source>{layers} layers, {heads} query heads, {kv} KV heads</source>
        <translation>{layers} couches, {heads} têtes de requête, {kv} têtes KV</translation>
    </message>
</context>
<context>
    <name>ModelFiles</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Afficher dans le dossier</translation>
    </message>
</context>
<context>
    <name>ModelFit</name>
    <message>
        <source>Change the split across GPUs, or put fewer layers on them.</source>
        <translation>Modifiez la répartition entre GPU, ou mettez-y moins de couches.</translation>
    </message>
    <message>
        <source>Estimated from the file; precise after the first load.</source>
        <translation>Estimé d’après le fichier&#xa0;; précis après le premier chargement.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Convient</translation>
    </message>
    <message>
        <source>Needs about {device} of VRAM, {free} available.</source>
        <translation>Demande environ {device} de VRAM, {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {need} of VRAM on {device}, {free} available.</source>
        <translation>Demande environ {need} de VRAM sur {device}, {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {total} of the {free} available.</source>
        <translation>Demande environ {total} sur les {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {total}, {free} available.</source>
        <translation>Demande environ {total}, {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {total}.</source>
        <translation>Demande environ {total}.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU or reduce the context size.</source>
        <translation>Mettez moins de couches sur le GPU ou réduisez la taille du contexte.</translation>
    </message>
    <message>
        <source>Reduce the context size, choose a smaller KV cache type or close other programs.</source>
        <translation>Réduisez la taille du contexte, choisissez un type de cache KV plus petit ou fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>This leaves little RAM for other programs.</source>
        <translation>Il reste peu de RAM pour les autres programmes.</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Tout juste</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Trop grand</translation>
    </message>
    <message>
        <source>Weights and buffers measured at the last load.</source>
        <translation>Poids et tampons mesurés au dernier chargement.</translation>
    </message>
</context>
<context>
    <name>ModelFolders</name>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln modèle</numerusform>
            <numerusform>%Ln modèles</numerusform>
        </translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Models in these folders appear automatically.</source>
        <translation>Les modèles de ces dossiers apparaissent automatiquement.</translation>
    </message>
    <message>
        <source>Remove folder {folder} (keeps its files)</source>
        <translation>Retirer le dossier {folder} (ses fichiers restent)</translation>
    </message>
    <message>
        <source>{found} · downloads go here</source>
        <translation>{found} · reçoit les téléchargements</translation>
    </message>
</context>
<context>
    <name>ModelHeads</name>
    <message>
        <source>Compaction keeps more detail in the heads that need it.</source>
        <translation>Le compactage garde plus de détails dans les têtes qui en ont besoin.</translation>
    </message>
    <message>
        <source>Head profile: built in</source>
        <translation>Profil des têtes&#xa0;: fourni</translation>
    </message>
    <message>
        <source>Head profile: measured on this computer</source>
        <translation>Profil des têtes&#xa0;: mesuré sur cet ordinateur</translation>
    </message>
    <message>
        <source>Head profile: not measured</source>
        <translation>Profil des têtes&#xa0;: non mesuré</translation>
    </message>
    <message>
        <source>Head profile: not needed</source>
        <translation>Profil des têtes&#xa0;: inutile</translation>
    </message>
    <message>
        <source>Head profile: partly measured</source>
        <translation>Profil des têtes&#xa0;: mesuré en partie</translation>
    </message>
    <message>
        <source>Head profile: unknown</source>
        <translation>Profil des têtes&#xa0;: inconnu</translation>
    </message>
    <message>
        <source>Longthread is measuring another model</source>
        <translation>Longthread mesure un autre modèle</translation>
    </message>
    <message>
        <source>Longthread measures the rest when idle, or you can start now.</source>
        <translation>Longthread mesure le reste au repos, ou lancez la mesure maintenant.</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Remesurer</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>Mesurer maintenant</translation>
    </message>
    <message>
        <source>Measuring continues when no chat is waiting for a reply.</source>
        <translation>La mesure reprend quand aucune discussion n’attend de réponse.</translation>
    </message>
    <message>
        <source>Measuring… {share}</source>
        <translation>Mesure… {share}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>This model doesn&apos;t support compaction.</source>
        <translation>Ce modèle ne permet pas le compactage.</translation>
    </message>
    <message>
        <source>Until Longthread measures the heads, compaction treats them all the same. Measuring takes a few minutes, starts when Longthread is idle, and doesn&apos;t interrupt chats.</source>
        <translation>Tant que Longthread n’a pas mesuré les têtes, le compactage les traite toutes de la même façon. La mesure prend quelques minutes, démarre au repos et n’interrompt pas les discussions.</translation>
    </message>
</context>
<context>
    <name>ModelNotes</name>
    <message>
        <source>Notes on this model</source>
        <translation>Notes sur ce modèle</translation>
    </message>
    <message>
        <source>What the model does well, which settings suit it…</source>
        <translation>Ce que le modèle fait bien, les réglages qui lui vont…</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>All models</source>
        <translation>Tous les modèles</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Têtes d’attention</translation>
    </message>
    <message>
        <source>Automatic: {choice}</source>
        <translation>Automatique&#xa0;: {choice}</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>Supprimer les fichiers…</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Périphériques</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Détectés</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Charger</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>Réglages de chargement</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Chargement…</translation>
    </message>
    <message>
        <source>Model details</source>
        <translation>Détails du modèle</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Non utilisés</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>Reload to apply</source>
        <translation>Recharger</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Retirer de la bibliothèque</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Décharger</translation>
    </message>
    <message>
        <source>Vision projector (mmproj)</source>
        <translation>Projecteur de vision (mmproj)</translation>
    </message>
</context>
<context>
    <name>ModelVision</name>
    <message>
        <source>Add</source>
        <translation>Ajouter</translation>
    </message>
    <message>
        <source>Add a vision projector (mmproj) so the model can see images. Drop the file made for this model into the window, or choose it.</source>
        <translation>Ajoutez un projecteur de vision (mmproj) pour que le modèle puisse voir les images. Déposez dans la fenêtre le fichier fait pour ce modèle, ou choisissez-le.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>File not found.</source>
        <translation>Fichier introuvable.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>And {number} more.</source>
        <translation>Et {number} de plus.</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>Retour à la discussion</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>Copier le diagnostic</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Download a small model</source>
        <translation>Télécharger un petit modèle</translation>
    </message>
    <message>
        <source>Force stop</source>
        <translation>Forcer l’arrêt</translation>
    </message>
    <message>
        <source>Import anyway</source>
        <translation>Importer quand même</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>Réglages de chargement</translation>
    </message>
    <message>
        <source>Open model library</source>
        <translation>Bibliothèque</translation>
    </message>
    <message>
        <source>Reload model</source>
        <translation>Recharger le modèle</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>Redémarrer le moteur</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Diagnostic…</translation>
    </message>
    <message>
        <source>Show update</source>
        <translation>Afficher la mise à jour</translation>
    </message>
    <message>
        <source>Start normally</source>
        <translation>Démarrer normalement</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Use the CPU</source>
        <translation>Utiliser le CPU</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Utiliser ce modèle</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours}&#xa0;h&#xa0;{minutes}&#xa0;min</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes}&#xa0;min</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes}&#xa0;min&#xa0;{seconds}&#xa0;s</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}&#xa0;%</translation>
    </message>
    <message>
        <source>{number} GB</source>
        <translation>{number}&#xa0;Go</translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation>{number}&#xa0;Mo</translation>
    </message>
    <message>
        <source>{number} bytes</source>
        <translation>{number} octets</translation>
    </message>
    <message>
        <source>{number} kB</source>
        <translation>{number}&#xa0;ko</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds}&#xa0;s</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Back to chat</source>
        <translation>Retour à la discussion</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Chats, actions, settings, models…</source>
        <translation>Discussions, actions, réglages, modèles…</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Palette de commandes</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Load {name}</source>
        <translation>Charger {name}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Move chat to “{name}”</source>
        <translation>Déplacer la discussion vers «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Remove chat from folder</source>
        <translation>Retirer la discussion du dossier</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Search chats for “{query}”</source>
        <translation>Rechercher «&#xa0;{query}&#xa0;» dans les discussions</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Rechercher une commande</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Settings: {page}</source>
        <translation>Réglages&#xa0;: {page}</translation>
    </message>
    <message>
        <source>Unload {name}</source>
        <translation>Décharger {name}</translation>
    </message>
    <message>
        <source>load model</source>
        <translation>charger un modèle</translation>
    </message>
    <message>
        <source>model</source>
        <translation>modèle</translation>
    </message>
    <message>
        <source>↑ ↓ select    ↵ run    Esc close</source>
        <translation>↑ ↓ choisir    ↵ exécuter    Échap fermer</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>A preset named “{name}” already exists.</source>
        <translation>Un préréglage nommé «&#xa0;{name}&#xa0;» existe déjà.</translation>
    </message>
    <message>
        <source>All changes reset.</source>
        <translation>Tout a été réinitialisé.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>Delete a preset you don&apos;t use.</source>
        <translation>Supprimez un préréglage que vous n’utilisez pas.</translation>
    </message>
    <message>
        <source>Deleted preset “{name}”.</source>
        <translation>Préréglage «&#xa0;{name}&#xa0;» supprimé.</translation>
    </message>
    <message>
        <source>Replaced preset “{name}”.</source>
        <translation>Préréglage «&#xa0;{name}&#xa0;» remplacé.</translation>
    </message>
    <message>
        <source>You can&apos;t save any more presets.</source>
        <translation>Vous ne pouvez pas enregistrer d’autres préréglages.</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>Copier l’image</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Copier le texte</translation>
    </message>
    <message>
        <source>File text</source>
        <translation>Texte du fichier</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Preview of {name}</source>
        <translation>Aperçu de {name}</translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation>Afficher les {count} caractères</translation>
    </message>
    <message>
        <source>The image is no longer on this computer.</source>
        <translation>L’image n’est plus sur cet ordinateur.</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Print chat</source>
        <translation>Imprimer la discussion</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>non disponible</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln fait</numerusform>
            <numerusform>%Ln faits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message>
        <source>Access tokens and keys</source>
        <translation>Jetons d’accès et clés</translation>
    </message>
    <message>
        <source>Add-ons</source>
        <translation>Modules</translation>
    </message>
    <message>
        <source>Blocks all network requests and cancels current ones.</source>
        <translation>Bloque toutes les requêtes réseau et annule celles en cours.</translation>
    </message>
    <message>
        <source>Chats and settings</source>
        <translation>Discussions et réglages</translation>
    </message>
    <message>
        <source>Collected facts</source>
        <translation>Faits collectés</translation>
    </message>
    <message>
        <source>Conversations of other programs, saved so that they resume instantly.</source>
        <translation>Conversations d’autres programmes, enregistrées pour reprendre instantanément.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Delete access tokens and keys?</source>
        <translation>Supprimer les jetons d’accès et les clés&#xa0;?</translation>
    </message>
    <message>
        <source>Delete add-ons?</source>
        <translation>Supprimer les modules&#xa0;?</translation>
    </message>
    <message>
        <source>Delete all chats?</source>
        <translation>Supprimer toutes les discussions&#xa0;?</translation>
    </message>
    <message>
        <source>Delete all collected facts?</source>
        <translation>Supprimer tous les faits collectés&#xa0;?</translation>
    </message>
    <message>
        <source>Delete all documents?</source>
        <translation>Supprimer tous les documents&#xa0;?</translation>
    </message>
    <message>
        <source>Delete all saved prompts?</source>
        <translation>Supprimer tous les prompts enregistrés&#xa0;?</translation>
    </message>
    <message>
        <source>Delete all saved states?</source>
        <translation>Supprimer tous les états enregistrés&#xa0;?</translation>
    </message>
    <message>
        <source>Delete all your words?</source>
        <translation>Supprimer tous vos mots&#xa0;?</translation>
    </message>
    <message>
        <source>Delete downloaded models?</source>
        <translation>Supprimer les modèles téléchargés&#xa0;?</translation>
    </message>
    <message>
        <source>Delete logs?</source>
        <translation>Supprimer les journaux&#xa0;?</translation>
    </message>
    <message>
        <source>Delete the local server&apos;s sessions?</source>
        <translation>Supprimer les sessions du serveur local&#xa0;?</translation>
    </message>
    <message>
        <source>Delete: {name}</source>
        <translation>Supprimer&#xa0;: {name}</translation>
    </message>
    <message>
        <source>Deletes all chats, trash, drafts and backups, but keeps your settings. You can&apos;t undo this.</source>
        <translation>Supprime toutes les discussions, la corbeille, les brouillons et les sauvegardes, mais garde vos réglages. C’est irréversible.</translation>
    </message>
    <message>
        <source>Deletes every prompt you saved. You can&apos;t undo this.</source>
        <translation>Supprime tous les prompts que vous avez enregistrés. C’est irréversible.</translation>
    </message>
    <message>
        <source>Deletes what Longthread and models read from them. The files themselves and your chats stay.</source>
        <translation>Supprime ce que Longthread et les modèles y ont lu. Les fichiers eux-mêmes et vos discussions restent.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Supprimer…</translation>
    </message>
    <message>
        <source>Deletion progress</source>
        <translation>Progression de la suppression</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Downloaded models</source>
        <translation>Modèles téléchargés</translation>
    </message>
    <message>
        <source>Future problem reports cover only what happens from now on.</source>
        <translation>Les prochains rapports de problème ne couvriront que ce qui se passe désormais.</translation>
    </message>
    <message>
        <source>Let chats resume instantly. Longthread recreates them when needed.</source>
        <translation>Grâce à eux, les discussions reprennent aussitôt. Longthread recrée ces états au besoin.</translation>
    </message>
    <message>
        <source>Local server&apos;s sessions</source>
        <translation>Sessions du serveur local</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Journaux</translation>
    </message>
    <message>
        <source>Longthread underlines words again that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>Longthread souligne de nouveau les mots absents du dictionnaire de votre système.</translation>
    </message>
    <message>
        <source>Messages, drafts, images, folders, trash and backups.</source>
        <translation>Messages, brouillons, images, dossiers, corbeille et sauvegardes.</translation>
    </message>
    <message>
        <source>Models from other folders aren&apos;t included.</source>
        <translation>Les modèles d’autres dossiers ne sont pas compris.</translation>
    </message>
    <message>
        <source>Models run on this computer, and your chats stay here, unless you switch on “Use other computers”. Longthread uses the network only for that and when you search Hugging Face, list a model&apos;s files, download a model or an add-on, or check for updates; each request appears below.</source>
        <translation>Les modèles tournent sur cet ordinateur et vos discussions y restent, sauf si vous activez «&#xa0;Utiliser d’autres ordinateurs&#xa0;». Longthread n’utilise le réseau que pour cela, et quand vous cherchez sur Hugging Face, listez les fichiers d’un modèle, téléchargez un modèle ou un module, ou vérifiez les mises à jour&#xa0;; chaque requête apparaît ci-dessous.</translation>
    </message>
    <message>
        <source>No network requests yet.</source>
        <translation>Aucune requête réseau.</translation>
    </message>
    <message>
        <source>Open folder: {name}</source>
        <translation>Ouvrir le dossier&#xa0;: {name}</translation>
    </message>
    <message>
        <source>Other programs can continue; the model first rereads their conversations.</source>
        <translation>Les autres programmes peuvent continuer&#xa0;; le modèle relit d’abord leurs conversations.</translation>
    </message>
    <message>
        <source>People, places and things in your documents, and in chats if you turned that on.</source>
        <translation>Personnes, lieux et choses de vos documents, et des discussions si vous l’avez activé.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Confidentialité</translation>
    </message>
    <message>
        <source>Record program events and network requests, but no chat text.</source>
        <translation>Événements du programme et requêtes réseau, mais aucun texte de discussion.</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store, never in a file.</source>
        <translation>Enregistrés dans le trousseau de votre système, jamais dans un fichier.</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message>
        <source>Saved states</source>
        <translation>États enregistrés</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Rester hors ligne</translation>
    </message>
    <message>
        <source>Support for graphics cards that you downloaded on a model&apos;s page.</source>
        <translation>Prise en charge de cartes graphiques, téléchargée depuis la page d’un modèle.</translation>
    </message>
    <message>
        <source>The local server is off, so other programs can&apos;t use your model.</source>
        <translation>Le serveur local est désactivé&#xa0;: les autres programmes n’ont pas accès à votre modèle.</translation>
    </message>
    <message>
        <source>The local server is on at {url}. Only programs on this computer can reach it.</source>
        <translation>Le serveur local est actif&#xa0;: {url}. Seuls les programmes de cet ordinateur y ont accès.</translation>
    </message>
    <message>
        <source>What Longthread read from your documents. The files themselves stay where they are.</source>
        <translation>Ce que Longthread a lu dans vos documents. Les fichiers eux-mêmes restent où ils sont.</translation>
    </message>
    <message>
        <source>What Longthread stores on this computer</source>
        <translation>Ce que Longthread conserve sur cet ordinateur</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Ce qui quitte cet ordinateur</translation>
    </message>
    <message>
        <source>Words you added to the dictionary. Click one to remove it.</source>
        <translation>Mots que vous avez ajoutés au dictionnaire. Cliquez sur un mot pour le retirer.</translation>
    </message>
    <message>
        <source>You can download the models again. Longthread doesn&apos;t delete files in other folders.</source>
        <translation>Vous pourrez télécharger de nouveau les modèles. Longthread ne supprime pas les fichiers d’autres dossiers.</translation>
    </message>
    <message>
        <source>You can download them again. Models run without them after the next start.</source>
        <translation>Vous pourrez les télécharger de nouveau. Au prochain démarrage, les modèles tourneront sans eux.</translation>
    </message>
    <message>
        <source>You&apos;ll need a token again for models that require an account. Programs that use the local server need its new key.</source>
        <translation>Il vous faudra de nouveau un jeton pour les modèles qui exigent un compte. Les programmes qui utilisent le serveur local auront besoin de sa nouvelle clé.</translation>
    </message>
    <message>
        <source>Your chats stay. The next time you open one, the model rereads and compacts it again.</source>
        <translation>Vos discussions restent. À la prochaine ouverture, le modèle relit la discussion et la compacte de nouveau.</translation>
    </message>
    <message>
        <source>Your documents and chats stay. Longthread collects facts from them again only if you ask for it.</source>
        <translation>Vos documents et discussions restent. Longthread n’en collecte de nouveau les faits que si vous le demandez.</translation>
    </message>
    <message>
        <source>Your prompts with a command. You can export them on the “Saved prompts” page.</source>
        <translation>Vos prompts avec une commande. Vous pouvez les exporter sur la page «&#xa0;Prompts enregistrés&#xa0;».</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Vos mots</translation>
    </message>
    <message>
        <source>add-on check</source>
        <translation>vérification d’un module</translation>
    </message>
    <message>
        <source>download</source>
        <translation>téléchargement</translation>
    </message>
    <message>
        <source>layers on another computer</source>
        <translation>couches sur un autre ordinateur</translation>
    </message>
    <message>
        <source>model file list</source>
        <translation>liste de fichiers d’un modèle</translation>
    </message>
    <message>
        <source>model search</source>
        <translation>recherche de modèles</translation>
    </message>
    <message>
        <source>none</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>update check</source>
        <translation>vérification des mises à jour</translation>
    </message>
</context>
<context>
    <name>Project</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>Modifications abandonnées.</translation>
    </message>
    <message>
        <source>Documents in all chats of this folder</source>
        <translation>Documents de toutes les discussions de ce dossier</translation>
    </message>
    <message>
        <source>Folder “{name}”</source>
        <translation>Dossier «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Notes (models don&apos;t see them)</source>
        <translation>Notes (les modèles ne les voient pas)</translation>
    </message>
    <message>
        <source>Same as for all new chats</source>
        <translation>Comme pour toute nouvelle discussion</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>System prompt of new chats in this folder</source>
        <translation>Prompt système des nouvelles discussions de ce dossier</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Discuss a long document</source>
        <translation>Parler d’un long document</translation>
    </message>
    <message>
        <source>Learn step by step</source>
        <translation>Apprendre pas à pas</translation>
    </message>
    <message>
        <source>Let&apos;s write a story, one scene at a time. Keep track of every name and place. Begin with a lighthouse keeper who gets a letter.</source>
        <translation>Écrivons une histoire, scène par scène. Garde en mémoire chaque nom et chaque lieu. Commence par un gardien de phare qui reçoit une lettre.</translation>
    </message>
    <message>
        <source>Summarize the attached document section by section, then list its open questions.</source>
        <translation>Résume le document joint section par section, puis dresse la liste des questions qu’il laisse ouvertes.</translation>
    </message>
    <message>
        <source>Teach me how the sky works, one short lesson at a time. Before each new lesson, ask me a question about an earlier one.</source>
        <translation>Explique-moi le ciel, par courtes leçons. Avant chaque nouvelle leçon, pose-moi une question sur une précédente.</translation>
    </message>
    <message>
        <source>Write a story for weeks</source>
        <translation>Écrire une histoire pendant des semaines</translation>
    </message>
</context>
<context>
    <name>ReplyFields</name>
    <message>
        <source>Pick a random seed</source>
        <translation>Choisir une graine au hasard</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aléatoire</translation>
    </message>
    <message>
        <source>Remove {text}</source>
        <translation>Retirer {text}</translation>
    </message>
    <message>
        <source>Type text, then press Enter</source>
        <translation>Saisissez du texte, puis Entrée</translation>
    </message>
    <message>
        <source>Valid.</source>
        <translation>Valide.</translation>
    </message>
    <message>
        <source>Validation result</source>
        <translation>Résultat du contrôle</translation>
    </message>
    <message>
        <source>root ::= &quot;yes&quot; | &quot;no&quot;</source>
        <translation>root ::= &quot;oui&quot; | &quot;non&quot;</translation>
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
        <translation>Un prompt avec la commande /{command} existe déjà.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}).</source>
        <translation>Impossible de lire {name} ({reason}).</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>Modifications abandonnées.</translation>
    </message>
    <message>
        <source>Choose a file that Longthread exported.</source>
        <translation>Choisissez un fichier exporté par Longthread.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>Correct spelling and grammar, and list what you changed:</source>
        <translation>Corrige l’orthographe et la grammaire, et liste ce que tu as changé&#xa0;:</translation>
    </message>
    <message>
        <source>Delete a prompt you don&apos;t use.</source>
        <translation>Supprimez un prompt que vous n’utilisez pas.</translation>
    </message>
    <message>
        <source>Delete “{name}”</source>
        <translation>Supprimer «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Deleted prompt “{name}”.</source>
        <translation>Prompt «&#xa0;{name}&#xa0;» supprimé.</translation>
    </message>
    <message>
        <source>Edit “{name}”</source>
        <translation>Modifier «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Exporter les prompts</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Importer des prompts</translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln prompt(s).</source>
        <translation>
            <numerusform>%Ln prompt importé.</numerusform>
            <numerusform>%Ln prompts importés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importer…</translation>
    </message>
    <message>
        <source>List what we decided in this chat so far, and what is still open.</source>
        <translation>Liste ce que nous avons décidé jusqu’ici dans cette discussion, et ce qui reste en suspens.</translation>
    </message>
    <message>
        <source>Name, for example “Fix grammar”</source>
        <translation>Nom, par exemple «&#xa0;Corriger la grammaire&#xa0;»</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Nouveau prompt</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>Nom du prompt</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>Texte du prompt</translation>
    </message>
    <message numerus="yes">
        <source>Prompts can have up to %Ln character(s).</source>
        <translation>
            <numerusform>Un prompt peut compter jusqu’à %Ln caractère.</numerusform>
            <numerusform>Un prompt peut compter jusqu’à %Ln caractères.</numerusform>
        </translation>
    </message>
    <message>
        <source>Prompts exported to {name}.</source>
        <translation>Prompts exportés vers {name}.</translation>
    </message>
    <message>
        <source>Proofread</source>
        <translation>Corriger</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>Récapituler</translation>
    </message>
    <message numerus="yes">
        <source>Replaced %Ln prompt(s).</source>
        <translation>
            <numerusform>%Ln prompt remplacé.</numerusform>
            <numerusform>%Ln prompts remplacés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replaced prompt “{name}”.</source>
        <translation>Prompt «&#xa0;{name}&#xa0;» remplacé.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts enregistrés</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln prompt(s) that are too long.</source>
        <translation>
            <numerusform>%Ln prompt trop long ignoré.</numerusform>
            <numerusform>%Ln prompts trop longs ignorés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>Résumer</translation>
    </message>
    <message>
        <source>Summarize this in five sentences:</source>
        <translation>Résume ceci en cinq phrases&#xa0;:</translation>
    </message>
    <message numerus="yes">
        <source>This prompt is %Ln character(s) too long.</source>
        <translation>
            <numerusform>Ce prompt est trop long de %Ln caractère.</numerusform>
            <numerusform>Ce prompt est trop long de %Ln caractères.</numerusform>
        </translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Traduire</translation>
    </message>
    <message>
        <source>Translate this into English:</source>
        <translation>Traduis ceci en anglais&#xa0;:</translation>
    </message>
    <message>
        <source>Type “/” at the start of a message to use a prompt.</source>
        <translation>Tapez «&#xa0;/&#xa0;» au début d’un message pour utiliser un prompt.</translation>
    </message>
    <message>
        <source>You can&apos;t save any more prompts.</source>
        <translation>Vous ne pouvez pas enregistrer d’autres prompts.</translation>
    </message>
    <message>
        <source>{name} contains no prompts.</source>
        <translation>{name} ne contient aucun prompt.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear search</source>
        <translation>Effacer la recherche</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>A KV cache of {budget:memory} is too small for {name}: {tokens} tokens need {least:memory}.</source>
        <translation>Un cache KV de {budget:memory} est trop petit pour {name}&#xa0;: {tokens} tokens demandent {least:memory}.</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself (in “{name}”).</source>
        <translation>Une règle de la grammaire commence par elle-même (dans «&#xa0;{name}&#xa0;»).</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself.</source>
        <translation>Une règle de la grammaire commence par elle-même.</translation>
    </message>
    <message>
        <source>A graphics device doesn&apos;t report its VRAM, so it isn&apos;t used automatically.</source>
        <translation>Un périphérique graphique n’indique pas sa VRAM&#xa0;; il n’est donc pas utilisé automatiquement.</translation>
    </message>
    <message>
        <source>A larger context needs more free RAM or VRAM.</source>
        <translation>Un contexte plus grand demande plus de RAM ou de VRAM libre.</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote these chats (format {version}).</source>
        <translation>Une version plus récente de Longthread a écrit ces discussions (format {version}).</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote “{name}”.</source>
        <translation>Une version plus récente de Longthread a écrit «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>A request may have {most} texts to embed.</source>
        <translation>Une requête peut contenir au plus {most} textes à vectoriser.</translation>
    </message>
    <message>
        <source>A shortcut needs Ctrl, Alt or a function key. Letters alone are for typing.</source>
        <translation>Un raccourci doit contenir Ctrl, Alt ou une touche de fonction. Les lettres seules servent à écrire.</translation>
    </message>
    <message>
        <source>A text has {tokens} tokens. {name} reads at most {most} at a time.</source>
        <translation>Un texte compte {tokens} tokens. {name} en lit au plus {most} à la fois.</translation>
    </message>
    <message>
        <source>A worker serves one program at a time. Close the other program, then load the model again.</source>
        <translation>Un worker ne sert qu’un programme à la fois. Fermez l’autre programme, puis rechargez le modèle.</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page and enter an access token.</source>
        <translation>Acceptez les conditions sur la page du modèle et saisissez un jeton d’accès.</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page, then try again.</source>
        <translation>Acceptez les conditions sur la page du modèle, puis réessayez.</translation>
    </message>
    <message>
        <source>Add a part of the document.</source>
        <translation>Ajoutez une partie du document.</translation>
    </message>
    <message>
        <source>Add files that contain text.</source>
        <translation>Ajoutez des fichiers avec du texte.</translation>
    </message>
    <message>
        <source>Add the document again to use its new text.</source>
        <translation>Ajoutez de nouveau le document pour utiliser son nouveau texte.</translation>
    </message>
    <message>
        <source>Add the document again, or send the message without it.</source>
        <translation>Ajoutez de nouveau le document, ou envoyez le message sans lui.</translation>
    </message>
    <message>
        <source>Add the document again.</source>
        <translation>Ajoutez de nouveau le document.</translation>
    </message>
    <message>
        <source>Add the file when it&apos;s complete.</source>
        <translation>Ajoutez le fichier quand il sera complet.</translation>
    </message>
    <message>
        <source>Add the rule that replies start with: root ::= …</source>
        <translation>Ajoutez la règle par laquelle commencent les réponses&#xa0;: root ::= …</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln model(s) to the library.</source>
        <translation>
            <numerusform>%Ln modèle ajouté à la bibliothèque.</numerusform>
            <numerusform>%Ln modèles ajoutés à la bibliothèque.</numerusform>
        </translation>
    </message>
    <message>
        <source>All layers have a sliding window, so the KV cache doesn&apos;t grow.</source>
        <translation>Toutes les couches ont une fenêtre glissante&#xa0;: le cache KV ne grandit pas.</translation>
    </message>
    <message>
        <source>An image has {width} × {height} pixels. The limit is {most} × {most}.</source>
        <translation>Une image mesure {width} × {height} pixels. La limite est de {most} × {most}.</translation>
    </message>
    <message>
        <source>An image in this chat has changed since you attached it.</source>
        <translation>Une image de cette discussion a changé depuis que vous l’avez jointe.</translation>
    </message>
    <message>
        <source>An image in this chat is missing: {reason}.</source>
        <translation>Il manque une image dans cette discussion&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>An image in this chat was read with another vision projector.</source>
        <translation>Une image de cette discussion a été lue avec un autre projecteur de vision.</translation>
    </message>
    <message>
        <source>An image is damaged: the file is incomplete.</source>
        <translation>Une image est endommagée&#xa0;: le fichier est incomplet.</translation>
    </message>
    <message>
        <source>An image is larger than {most} MB.</source>
        <translation>Une image dépasse {most} Mo.</translation>
    </message>
    <message>
        <source>An image isn&apos;t a PNG file.</source>
        <translation>Une image n’est pas un fichier PNG.</translation>
    </message>
    <message>
        <source>An image uses an unsupported PNG format.</source>
        <translation>Une image utilise un format PNG non pris en charge.</translation>
    </message>
    <message>
        <source>An object in the schema has more than {most} members.</source>
        <translation>Un objet du schéma a plus de {most} membres.</translation>
    </message>
    <message>
        <source>Another import or export is running.</source>
        <translation>Un autre import ou export est en cours.</translation>
    </message>
    <message>
        <source>Another program already uses these keys.</source>
        <translation>Un autre programme utilise déjà ces touches.</translation>
    </message>
    <message>
        <source>Another program is cleaning up the saved states.</source>
        <translation>Un autre programme fait le ménage dans les états enregistrés.</translation>
    </message>
    <message>
        <source>Another program is using the data. Try again later.</source>
        <translation>Un autre programme utilise les données. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>Attach a file that contains text.</source>
        <translation>Joignez un fichier qui contient du texte.</translation>
    </message>
    <message>
        <source>Attach a part of the file.</source>
        <translation>Joignez une partie du fichier.</translation>
    </message>
    <message>
        <source>Attach a smaller image.</source>
        <translation>Joignez une image plus petite.</translation>
    </message>
    <message>
        <source>Attach a smaller version of the image.</source>
        <translation>Joignez une version plus petite de l’image.</translation>
    </message>
    <message>
        <source>Attach only the part you need.</source>
        <translation>Joignez uniquement la partie dont vous avez besoin.</translation>
    </message>
    <message>
        <source>Attach text, code, PDF or Word files.</source>
        <translation>Joignez des fichiers texte, code, PDF ou Word.</translation>
    </message>
    <message>
        <source>Attach the files in the folder.</source>
        <translation>Joignez les fichiers du dossier.</translation>
    </message>
    <message>
        <source>Attach the image again.</source>
        <translation>Joignez de nouveau l’image.</translation>
    </message>
    <message>
        <source>Attach the image again. Longthread converts it for you.</source>
        <translation>Joignez de nouveau l’image. Longthread la convertit pour vous.</translation>
    </message>
    <message>
        <source>Attach the image in another size or shape.</source>
        <translation>Joignez l’image dans une autre taille ou une autre forme.</translation>
    </message>
    <message>
        <source>Attach the original image again.</source>
        <translation>Joignez de nouveau l’image d’origine.</translation>
    </message>
    <message>
        <source>Branched into a new chat.</source>
        <translation>Branche créée dans une nouvelle discussion.</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t add %Ln file(s).</source>
        <translation>
            <numerusform>Impossible d’ajouter %Ln fichier.</numerusform>
            <numerusform>Impossible d’ajouter %Ln fichiers.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t add the prepared document to this chat: {reason}</source>
        <translation>Impossible d’ajouter le document préparé à cette discussion&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t branch from this message because it isn&apos;t saved yet.</source>
        <translation>Impossible de créer une branche ici&#xa0;: ce message n’est pas encore enregistré.</translation>
    </message>
    <message>
        <source>Can&apos;t compact the context: {reason}.</source>
        <translation>Impossible de compacter le contexte&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t connect securely to {host}.</source>
        <translation>Impossible d’établir une connexion sécurisée avec {host}.</translation>
    </message>
    <message>
        <source>Can&apos;t copy the KV cache ({written} of {size} bytes).</source>
        <translation>Impossible de copier le cache KV ({written} octets sur {size}).</translation>
    </message>
    <message>
        <source>Can&apos;t create a context for this model: {reason}</source>
        <translation>Impossible de créer un contexte pour ce modèle&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t decode an image.</source>
        <translation>Une image n’a pas pu être décodée.</translation>
    </message>
    <message>
        <source>Can&apos;t find this message in the chat.</source>
        <translation>Ce message est introuvable dans la discussion.</translation>
    </message>
    <message>
        <source>Can&apos;t find {name}, the model you used last.</source>
        <translation>{name}, le dernier modèle utilisé, est introuvable.</translation>
    </message>
    <message>
        <source>Can&apos;t listen on port {port}.</source>
        <translation>Le port {port} n’est pas disponible.</translation>
    </message>
    <message>
        <source>Can&apos;t load the engine&apos;s native library: {reason}</source>
        <translation>Impossible de charger la bibliothèque native du moteur&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the model: {reason}</source>
        <translation>Impossible de charger le modèle&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the vision projector {name}: {reason}</source>
        <translation>Impossible de charger le projecteur de vision {name}&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t open {name}.</source>
        <translation>Impossible d’ouvrir {name}.</translation>
    </message>
    <message>
        <source>Can&apos;t print the chat.</source>
        <translation>Impossible d’imprimer la discussion.</translation>
    </message>
    <message>
        <source>Can&apos;t process an image. {reason}</source>
        <translation>Une image n’a pas pu être traitée. {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t reach the worker {worker} ({reason}). Longthread doesn&apos;t use it.</source>
        <translation>Impossible de joindre le worker {worker} ({reason}). Longthread ne l’utilise pas.</translation>
    </message>
    <message>
        <source>Can&apos;t reach {host}.</source>
        <translation>Impossible de joindre {host}.</translation>
    </message>
    <message>
        <source>Can&apos;t read an image in this chat: the model is loaded without its vision projector (mmproj).</source>
        <translation>Impossible de lire une image de cette discussion&#xa0;: le modèle est chargé sans son projecteur de vision (mmproj).</translation>
    </message>
    <message>
        <source>Can&apos;t read the chat&apos;s token log: {reason}.</source>
        <translation>Impossible de lire le journal des tokens de la discussion&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({kind}).</source>
        <translation>Impossible de lire le fichier ({kind}).</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({reason}).</source>
        <translation>Impossible de lire le fichier ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t read the file list from Hugging Face.</source>
        <translation>Impossible de lire la liste des fichiers de Hugging Face.</translation>
    </message>
    <message>
        <source>Can&apos;t read the folder ({reason}). Check its permissions.</source>
        <translation>Impossible de lire le dossier ({reason}). Vérifiez ses autorisations.</translation>
    </message>
    <message>
        <source>Can&apos;t read the prepared document: {reason}.</source>
        <translation>Impossible de lire le document préparé&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the saved state: {reason}.</source>
        <translation>Impossible de lire l’état enregistré&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the text of {name}: {reason}.</source>
        <translation>Impossible de lire le texte de {name}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the update information.</source>
        <translation>Impossible de lire les informations de mise à jour.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}). Check its permissions.</source>
        <translation>Impossible de lire {name} ({reason}). Vérifiez les autorisations.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name}: {reason}.</source>
        <translation>Impossible de lire {name}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({reason}).</source>
        <translation>Impossible de lire «&#xa0;{name}&#xa0;» ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader didn&apos;t start.</source>
        <translation>Impossible de lire «&#xa0;{name}&#xa0;»&#xa0;: le lecteur n’a pas démarré.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader failed.</source>
        <translation>Impossible de lire «&#xa0;{name}&#xa0;»&#xa0;: le lecteur a échoué.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: {reason}.</source>
        <translation>Impossible de lire «&#xa0;{name}&#xa0;»&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t restore the context after a compaction.</source>
        <translation>Impossible de restaurer le contexte après un compactage.</translation>
    </message>
    <message>
        <source>Can&apos;t restore these messages because earlier ones are deleted too.</source>
        <translation>Impossible de restaurer ces messages&#xa0;: des messages antérieurs sont aussi supprimés.</translation>
    </message>
    <message>
        <source>Can&apos;t save the chat&apos;s state ({kind}): {reason}</source>
        <translation>Impossible d’enregistrer l’état de la discussion ({kind})&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t save the diagnostics ({reason}).</source>
        <translation>Impossible d’enregistrer le diagnostic ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save the measured head profile.</source>
        <translation>Impossible d’enregistrer le profil des têtes mesuré.</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes ({reason}).</source>
        <translation>Impossible d’enregistrer vos modifications ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes: the disk is full.</source>
        <translation>Impossible d’enregistrer vos modifications&#xa0;: le disque est plein.</translation>
    </message>
    <message>
        <source>Can&apos;t save your draft right now ({reason}).</source>
        <translation>Impossible d’enregistrer votre brouillon pour le moment ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: the disk is full.</source>
        <translation>Impossible d’enregistrer {name}&#xa0;: le disque est plein.</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: {reason}.</source>
        <translation>Impossible d’enregistrer {name}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t save “{name}” ({reason}).</source>
        <translation>Impossible d’enregistrer «&#xa0;{name}&#xa0;» ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t show this version because it isn&apos;t saved yet.</source>
        <translation>Impossible d’afficher cette version&#xa0;: elle n’est pas encore enregistrée.</translation>
    </message>
    <message>
        <source>Can&apos;t start the engine ({reason}).</source>
        <translation>Impossible de démarrer le moteur ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t start the process that renders chat templates ({reason}).</source>
        <translation>Impossible de démarrer le processus des templates de discussion ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the original {tokens} tokens no longer fit.</source>
        <translation>Impossible d’annuler&#xa0;: les {tokens} tokens d’origine ne tiennent plus.</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the {tokens} older tokens don&apos;t fit into the context.</source>
        <translation>Impossible d’annuler&#xa0;: les {tokens} tokens plus anciens ne tiennent pas dans le contexte.</translation>
    </message>
    <message>
        <source>Can&apos;t unpack {name}: {reason}</source>
        <translation>Impossible de décompresser {name}&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database right now ({reason}).</source>
        <translation>Impossible d’utiliser la base des discussions pour le moment ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database: {reason}.</source>
        <translation>Impossible d’utiliser la base des discussions&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t use the schema: {reason}.</source>
        <translation>Impossible d’utiliser le schéma&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t use “{name}”, because its name isn&apos;t valid text. Rename it.</source>
        <translation>Impossible d’utiliser «&#xa0;{name}&#xa0;»&#xa0;: son nom n’est pas un texte valide. Renommez-le.</translation>
    </message>
    <message>
        <source>Can&apos;t write the file ({reason}).</source>
        <translation>Impossible d’écrire le fichier ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t write {name} ({reason}).</source>
        <translation>Impossible d’écrire {name} ({reason}).</translation>
    </message>
    <message>
        <source>Check that the worker is running, then load the model again.</source>
        <translation>Vérifiez que le worker est en marche, puis rechargez le modèle.</translation>
    </message>
    <message>
        <source>Check the address and that the worker is running, then load the model again.</source>
        <translation>Vérifiez que l’adresse est correcte et que le worker est en marche, puis rechargez le modèle.</translation>
    </message>
    <message>
        <source>Check the address and the port.</source>
        <translation>Vérifiez l’adresse et le port.</translation>
    </message>
    <message>
        <source>Check the connection and try again.</source>
        <translation>Vérifiez la connexion et réessayez.</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>Vérifiez le disque, puis réessayez.</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Vérifiez les autorisations du fichier.</translation>
    </message>
    <message>
        <source>Check the printer and try again.</source>
        <translation>Vérifiez l’imprimante et réessayez.</translation>
    </message>
    <message>
        <source>Check whether the file still exists.</source>
        <translation>Vérifiez que le fichier existe encore.</translation>
    </message>
    <message>
        <source>Check whether the file was moved, or load the model without it.</source>
        <translation>Vérifiez si le fichier a été déplacé, ou chargez le modèle sans lui.</translation>
    </message>
    <message>
        <source>Check whether the file was moved.</source>
        <translation>Vérifiez si le fichier a été déplacé.</translation>
    </message>
    <message>
        <source>Check your computer&apos;s date and your network, then try again later.</source>
        <translation>Vérifiez la date de votre ordinateur et votre réseau, puis réessayez plus tard.</translation>
    </message>
    <message>
        <source>Check your connection and try again.</source>
        <translation>Vérifiez votre connexion et réessayez.</translation>
    </message>
    <message>
        <source>Check your network and your computer&apos;s date and time.</source>
        <translation>Vérifiez votre réseau, ainsi que la date et l’heure de votre ordinateur.</translation>
    </message>
    <message>
        <source>Check your network, then try again later.</source>
        <translation>Vérifiez votre réseau, puis réessayez plus tard.</translation>
    </message>
    <message>
        <source>Choose Compact now to do it earlier.</source>
        <translation>«&#xa0;Compacter maintenant&#xa0;» permet de le faire plus tôt.</translation>
    </message>
    <message>
        <source>Choose a .gguf file made for llama.cpp.</source>
        <translation>Choisissez un fichier .gguf fait pour llama.cpp.</translation>
    </message>
    <message>
        <source>Choose a context smaller than {tokens} tokens.</source>
        <translation>Choisissez un contexte de moins de {tokens} tokens.</translation>
    </message>
    <message>
        <source>Choose a current build of the model.</source>
        <translation>Choisissez une version actuelle du modèle.</translation>
    </message>
    <message>
        <source>Choose a language model in GGUF format.</source>
        <translation>Choisissez un modèle de langage au format GGUF.</translation>
    </message>
    <message>
        <source>Choose a larger context, or the smaller KV cache type q8_0.</source>
        <translation>Choisissez un contexte plus grand, ou le type de cache KV plus petit q8_0.</translation>
    </message>
    <message>
        <source>Choose a little-endian build of the model.</source>
        <translation>Choisissez une version little-endian du modèle.</translation>
    </message>
    <message>
        <source>Choose a model to chat with.</source>
        <translation>Choisissez un modèle pour discuter.</translation>
    </message>
    <message>
        <source>Choose a smaller context in Settings, or a smaller model.</source>
        <translation>Choisissez un contexte plus petit dans les réglages, ou un modèle plus petit.</translation>
    </message>
    <message>
        <source>Choose a smaller context, or close other programs.</source>
        <translation>Choisissez un contexte plus petit, ou fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>Choose a smaller folder.</source>
        <translation>Choisissez un dossier plus petit.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller quantization.</source>
        <translation>Choisissez un modèle plus petit ou une quantification plus légère.</translation>
    </message>
    <message>
        <source>Choose an embedding model, such as nomic-embed-text or bge-m3.</source>
        <translation>Choisissez un modèle d’embedding, comme nomic-embed-text ou bge-m3.</translation>
    </message>
    <message>
        <source>Choose another copy from the backups folder.</source>
        <translation>Choisissez une autre copie dans le dossier «&#xa0;backups&#xa0;».</translation>
    </message>
    <message>
        <source>Choose another document.</source>
        <translation>Choisissez un autre document.</translation>
    </message>
    <message>
        <source>Choose another file, or load the model without a vision projector.</source>
        <translation>Choisissez un autre fichier, ou chargez le modèle sans projecteur de vision.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Choose another model for images.</source>
        <translation>Choisissez un autre modèle pour les images.</translation>
    </message>
    <message>
        <source>Choose another model, or a larger context.</source>
        <translation>Choisissez un autre modèle, ou un contexte plus grand.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>Choisissez un autre port.</translation>
    </message>
    <message>
        <source>Choose one of {choices}.</source>
        <translation>Choisissez parmi&#xa0;: {choices}.</translation>
    </message>
    <message>
        <source>Choose other keys.</source>
        <translation>Choisissez d’autres touches.</translation>
    </message>
    <message>
        <source>Choose the file with mmproj in its name.</source>
        <translation>Choisissez le fichier dont le nom contient mmproj.</translation>
    </message>
    <message>
        <source>Choose the preset “default”, or compact earlier.</source>
        <translation>Choisissez le préréglage «&#xa0;default&#xa0;», ou compactez plus tôt.</translation>
    </message>
    <message>
        <source>Choose the preset “default”.</source>
        <translation>Choisissez le préréglage «&#xa0;default&#xa0;».</translation>
    </message>
    <message>
        <source>Choose the vision projector that belongs to this model.</source>
        <translation>Choisissez le projecteur de vision qui va avec ce modèle.</translation>
    </message>
    <message>
        <source>Choose “Force stop”. The text is kept.</source>
        <translation>Choisissez «&#xa0;Forcer l’arrêt&#xa0;». Le texte est conservé.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Fermez d’autres programmes et réessayez.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context in Settings.</source>
        <translation>Fermez d’autres programmes, ou choisissez un contexte plus petit dans les réglages.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context.</source>
        <translation>Fermez d’autres programmes, ou choisissez un contexte plus petit.</translation>
    </message>
    <message>
        <source>Close other programs, or load a smaller model.</source>
        <translation>Fermez d’autres programmes, ou chargez un modèle plus petit.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support ALiBi positions yet.</source>
        <translation>Le compactage ne prend pas encore en charge les positions ALiBi.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support caches with an index of keys yet.</source>
        <translation>Le compactage ne prend pas encore en charge les caches avec un index de clés.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support encoder-decoder models yet.</source>
        <translation>Le compactage ne prend pas encore en charge les modèles encodeur-décodeur.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support models with several caches of compressed keys yet.</source>
        <translation>Le compactage ne prend pas encore en charge les modèles avec plusieurs caches de clés compressées.</translation>
    </message>
    <message>
        <source>Compaction stopped. The context is unchanged.</source>
        <translation>Compactage arrêté. Le contexte est inchangé.</translation>
    </message>
    <message>
        <source>Continue the chat first.</source>
        <translation>Continuez d’abord la discussion.</translation>
    </message>
    <message>
        <source>Continue without the image, or attach it to a new message.</source>
        <translation>Continuez sans l’image, ou joignez-la à un nouveau message.</translation>
    </message>
    <message>
        <source>Copy the text you need and paste it into your message.</source>
        <translation>Copiez le texte dont vous avez besoin et collez-le dans votre message.</translation>
    </message>
    <message>
        <source>Copying a long chat. You can keep working.</source>
        <translation>Copie d’une longue discussion. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>Correct the grammar.</source>
        <translation>Corrigez la grammaire.</translation>
    </message>
    <message>
        <source>Correct the pattern.</source>
        <translation>Corrigez le motif.</translation>
    </message>
    <message>
        <source>Correct the schema.</source>
        <translation>Corrigez le schéma.</translation>
    </message>
    <message>
        <source>Diffusion models don&apos;t have a KV cache.</source>
        <translation>Les modèles de diffusion n’ont pas de cache KV.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>Download or export the archive again.</source>
        <translation>Téléchargez ou exportez de nouveau l’archive.</translation>
    </message>
    <message>
        <source>Download or save the file again.</source>
        <translation>Téléchargez ou enregistrez de nouveau le fichier.</translation>
    </message>
    <message>
        <source>Download the file again and compare its size with the source.</source>
        <translation>Téléchargez de nouveau le fichier et comparez sa taille à celle de la source.</translation>
    </message>
    <message>
        <source>Download the file again, or choose another .gguf file.</source>
        <translation>Téléchargez de nouveau le fichier, ou choisissez un autre fichier .gguf.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Téléchargez de nouveau le fichier.</translation>
    </message>
    <message>
        <source>Download the model from another source.</source>
        <translation>Téléchargez le modèle depuis une autre source.</translation>
    </message>
    <message>
        <source>Drop a .gguf file onto the window.</source>
        <translation>Déposez un fichier .gguf dans la fenêtre.</translation>
    </message>
    <message>
        <source>Encoder models don&apos;t write text and don&apos;t have a KV cache.</source>
        <translation>Les modèles encodeurs n’écrivent pas de texte et n’ont pas de cache KV.</translation>
    </message>
    <message>
        <source>Engine error ({kind}): {reason}</source>
        <translation>Erreur du moteur ({kind})&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>Enter a grammar, or choose text as the output format.</source>
        <translation>Saisissez une grammaire, ou choisissez «&#xa0;Texte&#xa0;» comme format de sortie.</translation>
    </message>
    <message>
        <source>Enter a schema, or choose JSON as the output format.</source>
        <translation>Saisissez un schéma, ou choisissez «&#xa0;JSON&#xa0;» comme format de sortie.</translation>
    </message>
    <message>
        <source>Enter an access token.</source>
        <translation>Saisissez un jeton d’accès.</translation>
    </message>
    <message>
        <source>Everything saved earlier is intact. Free some space and try again.</source>
        <translation>Tout ce qui était déjà enregistré est intact. Libérez de l’espace et réessayez.</translation>
    </message>
    <message>
        <source>Export the chats again. If you edited the file, undo your changes.</source>
        <translation>Exportez de nouveau les discussions. Si vous avez modifié le fichier, annulez vos modifications.</translation>
    </message>
    <message>
        <source>Failed check: {line}.</source>
        <translation>Vérification échouée&#xa0;: {line}.</translation>
    </message>
    <message>
        <source>Free some disk space and measure again.</source>
        <translation>Libérez de l’espace disque et relancez la mesure.</translation>
    </message>
    <message>
        <source>Free some disk space, or choose a smaller file.</source>
        <translation>Libérez de l’espace disque, ou choisissez un fichier plus petit.</translation>
    </message>
    <message>
        <source>Free some disk space, then try again.</source>
        <translation>Libérez de l’espace disque, puis réessayez.</translation>
    </message>
    <message>
        <source>Free some space and check your permissions for {parent}.</source>
        <translation>Libérez de l’espace et vérifiez vos autorisations pour {parent}.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Libérez de l’espace et réessayez.</translation>
    </message>
    <message>
        <source>Free some space. Everything saved earlier is intact, and you can keep chatting.</source>
        <translation>Libérez de l’espace. Tout ce qui était déjà enregistré est intact, et vous pouvez continuer à discuter.</translation>
    </message>
    <message>
        <source>Global shortcuts don&apos;t work on this system.</source>
        <translation>Les raccourcis globaux ne fonctionnent pas sur ce système.</translation>
    </message>
    <message>
        <source>Hugging Face sent search results that Longthread can&apos;t read.</source>
        <translation>Hugging Face a envoyé des résultats de recherche que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>Hugging Face sent too many results.</source>
        <translation>Hugging Face a envoyé trop de résultats.</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it, or remove the folder from the list.</source>
        <translation>Si son disque n’est pas connecté, connectez-le ou retirez le dossier de la liste.</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it.</source>
        <translation>Si son disque n’est pas connecté, connectez-le.</translation>
    </message>
    <message>
        <source>If you have a copy of {file}, quit Longthread and put the copy in {folder}.</source>
        <translation>Si vous avez une copie de {file}, quittez Longthread et placez-la dans {folder}.</translation>
    </message>
    <message>
        <source>In your system&apos;s keyboard settings, set a shortcut that runs “longthread”: it brings the window to the front.</source>
        <translation>Dans les réglages clavier de votre système, créez un raccourci qui lance «&#xa0;longthread&#xa0;»&#xa0;: il amène la fenêtre au premier plan.</translation>
    </message>
    <message>
        <source>Install that version first.</source>
        <translation>Installez d’abord cette version.</translation>
    </message>
    <message>
        <source>Install that version, or start Longthread with another data folder.</source>
        <translation>Installez cette version, ou démarrez Longthread avec un autre dossier de données.</translation>
    </message>
    <message>
        <source>It may have been renamed or removed.</source>
        <translation>L’élément a peut-être été renommé ou retiré.</translation>
    </message>
    <message>
        <source>KV cache type {kv_type} requires flash attention.</source>
        <translation>Le type de cache KV {kv_type} exige flash attention.</translation>
    </message>
    <message>
        <source>Keep chatting. Nothing is old enough to compact yet.</source>
        <translation>Continuez à discuter. Rien n’est encore assez ancien pour être compacté.</translation>
    </message>
    <message>
        <source>Leave out look-aheads, look-behinds, word boundaries and anchors within the pattern.</source>
        <translation>Évitez les lookaheads, lookbehinds, limites de mots et ancres à l’intérieur du motif.</translation>
    </message>
    <message>
        <source>Leave out the reference to the group.</source>
        <translation>Supprimez la référence au groupe.</translation>
    </message>
    <message>
        <source>Let Longthread prepare the document first, or load the model with a larger context.</source>
        <translation>Laissez d’abord Longthread préparer le document, ou chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>Let repeated parts always contain text, or repeat them fewer times.</source>
        <translation>Faites que les parties répétées contiennent toujours du texte, ou répétez-les moins souvent.</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: not valid JSON ({reason}).</source>
        <translation>Ligne {line}, colonne {column}&#xa0;: JSON non valide ({reason}).</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {what}.</source>
        <translation>Ligne {line}, colonne {column}&#xa0;: {what}.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Chargez d’abord un modèle.</translation>
    </message>
    <message>
        <source>Load a model with its vision projector (mmproj), or describe the image.</source>
        <translation>Chargez un modèle avec son projecteur de vision (mmproj), ou décrivez l’image.</translation>
    </message>
    <message>
        <source>Load it for two or more chats.</source>
        <translation>Chargez-le pour deux discussions ou plus.</translation>
    </message>
    <message>
        <source>Load the model again.</source>
        <translation>Rechargez le modèle.</translation>
    </message>
    <message>
        <source>Load the model again. If the error returns, choose a smaller context.</source>
        <translation>Rechargez le modèle. Si l’erreur revient, choisissez un contexte plus petit.</translation>
    </message>
    <message>
        <source>Load the model with a larger context first.</source>
        <translation>Chargez d’abord le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>Load the model with a larger context.</source>
        <translation>Chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>Load the model with its vision projector (mmproj), or send the message without the image.</source>
        <translation>Chargez le modèle avec son projecteur de vision (mmproj), ou envoyez le message sans l’image.</translation>
    </message>
    <message>
        <source>Load the model without this file.</source>
        <translation>Chargez le modèle sans ce fichier.</translation>
    </message>
    <message>
        <source>Loading was stopped.</source>
        <translation>Chargement arrêté.</translation>
    </message>
    <message numerus="yes">
        <source>Longthread broke the loop in %Ln place(s).</source>
        <translation>
            <numerusform>Longthread a coupé la boucle à %Ln endroit.</numerusform>
            <numerusform>Longthread a coupé la boucle à %Ln endroits.</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread can&apos;t split a model&apos;s rows across GPUs.</source>
        <translation>Longthread ne peut pas répartir les lignes d’un modèle entre plusieurs GPU.</translation>
    </message>
    <message>
        <source>Longthread deleted the file. Download it again.</source>
        <translation>Longthread a supprimé le fichier. Téléchargez-le de nouveau.</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t run on this computer&apos;s processor: it lacks the SSE4.2 instructions.</source>
        <translation>Longthread ne fonctionne pas sur le processeur de cet ordinateur&#xa0;: il lui manque les instructions SSE4.2.</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t support the way this model (HunyuanVL) positions images yet.</source>
        <translation>Longthread ne prend pas encore en charge le positionnement des images de ce modèle (HunyuanVL).</translation>
    </message>
    <message>
        <source>Longthread found saved states, but the chats are missing.</source>
        <translation>Longthread a trouvé des états enregistrés, mais les discussions manquent.</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats (process {pid}).</source>
        <translation>Longthread est déjà ouvert avec ces discussions (processus {pid}).</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats.</source>
        <translation>Longthread est déjà ouvert avec ces discussions.</translation>
    </message>
    <message>
        <source>Longthread is restarting the engine. Your chats are safe.</source>
        <translation>Longthread redémarre le moteur. Vos discussions sont en sécurité.</translation>
    </message>
    <message>
        <source>Longthread keeps trying. Leave the window open until then.</source>
        <translation>Longthread continue d’essayer. Laissez la fenêtre ouverte d’ici là.</translation>
    </message>
    <message>
        <source>Longthread prepares the document again.</source>
        <translation>Longthread prépare de nouveau le document.</translation>
    </message>
    <message>
        <source>Longthread reads its text.</source>
        <translation>Longthread lit le texte du document.</translation>
    </message>
    <message>
        <source>Longthread rereads the chat instead.</source>
        <translation>Longthread relit donc la discussion.</translation>
    </message>
    <message>
        <source>Longthread saved a newer state instead.</source>
        <translation>Longthread a enregistré un état plus récent à la place.</translation>
    </message>
    <message>
        <source>Longthread saves this chat&apos;s state later.</source>
        <translation>Longthread enregistrera l’état de cette discussion plus tard.</translation>
    </message>
    <message>
        <source>Longthread tries again later.</source>
        <translation>Longthread réessaiera plus tard.</translation>
    </message>
    <message>
        <source>Longthread {version} is available.</source>
        <translation>Longthread {version} est disponible.</translation>
    </message>
    <message>
        <source>Make each reference lead to a type.</source>
        <translation>Faites aboutir chaque référence à un type.</translation>
    </message>
    <message>
        <source>Make sure the data folder is writable. Everything saved earlier is intact.</source>
        <translation>Vérifiez que le dossier de données est accessible en écriture. Tout ce qui était déjà enregistré est intact.</translation>
    </message>
    <message>
        <source>Make sure the disk has enough free space.</source>
        <translation>Vérifiez qu’il y a assez d’espace libre sur le disque.</translation>
    </message>
    <message>
        <source>Make sure the folder is writable and no other program is using the file, then try again.</source>
        <translation>Vérifiez que le dossier est accessible en écriture et qu’aucun autre programme n’utilise le fichier, puis réessayez.</translation>
    </message>
    <message>
        <source>Model changed. Longthread reread this chat.</source>
        <translation>Le modèle a changé. Longthread a relu cette discussion.</translation>
    </message>
    <message>
        <source>Models with recurrent layers can&apos;t use prepared documents.</source>
        <translation>Les modèles à couches récurrentes ne peuvent pas utiliser de documents préparés.</translation>
    </message>
    <message>
        <source>Move the file back to {parent}, or drop it onto the window.</source>
        <translation>Remettez le fichier dans {parent}, ou déposez-le dans la fenêtre.</translation>
    </message>
    <message>
        <source>No messages could be recovered, so the list starts empty.</source>
        <translation>Aucun message n’a pu être récupéré&#xa0;; la liste est donc vide.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Aucun modèle n’est chargé.</translation>
    </message>
    <message>
        <source>No value can match the schema ({reason}).</source>
        <translation>Aucune valeur ne peut correspondre au schéma ({reason}).</translation>
    </message>
    <message>
        <source>Not enough disk space for the {backend} add-on: it needs {size:size}, but only {free:size} is available.</source>
        <translation>Espace disque insuffisant pour le module {backend}&#xa0;: il faut {size:size}, mais il ne reste que {free:size}.</translation>
    </message>
    <message>
        <source>Not enough disk space for {name}: it needs {size:size}, but only {free:size} is available.</source>
        <translation>Espace disque insuffisant pour {name}&#xa0;: il faut {size:size}, mais il ne reste que {free:size}.</translation>
    </message>
    <message>
        <source>Not enough free context for this preset.</source>
        <translation>Pas assez de contexte libre pour ce préréglage.</translation>
    </message>
    <message>
        <source>Nothing is old enough to compact yet.</source>
        <translation>Rien n’est encore assez ancien pour être compacté.</translation>
    </message>
    <message>
        <source>Nothing was added.</source>
        <translation>Rien n’a été ajouté.</translation>
    </message>
    <message>
        <source>Only the last part of this chat fits the context. Its full text is still here.</source>
        <translation>Seule la dernière partie de cette discussion tient dans le contexte. Son texte complet est toujours là.</translation>
    </message>
    <message>
        <source>Open it from its folder.</source>
        <translation>Ouvrez le fichier depuis son dossier.</translation>
    </message>
    <message>
        <source>Open the chat again to continue without the image, or load the model with its vision projector.</source>
        <translation>Rouvrez la discussion pour continuer sans l’image, ou chargez le modèle avec son projecteur de vision.</translation>
    </message>
    <message>
        <source>Open the chat again.</source>
        <translation>Rouvrez la discussion.</translation>
    </message>
    <message>
        <source>Open the file in another program and save it again.</source>
        <translation>Ouvrez le fichier dans un autre programme et enregistrez-le de nouveau.</translation>
    </message>
    <message>
        <source>Other chats are using the entire context.</source>
        <translation>D’autres discussions occupent tout le contexte.</translation>
    </message>
    <message>
        <source>Other devices could reach this server, and it has no key.</source>
        <translation>D’autres appareils pourraient accéder à ce serveur, et il n’a pas de clé.</translation>
    </message>
    <message>
        <source>Part of the saved state is damaged.</source>
        <translation>Une partie de l’état enregistré est endommagée.</translation>
    </message>
    <message>
        <source>Part of the saved state is missing or incomplete.</source>
        <translation>Une partie de l’état enregistré est absente ou incomplète.</translation>
    </message>
    <message>
        <source>Part of the saved state is missing.</source>
        <translation>Une partie de l’état enregistré est absente.</translation>
    </message>
    <message>
        <source>Part {no} of {count} of this model is missing ({name}).</source>
        <translation>La partie {no} sur {count} de ce modèle est absente ({name}).</translation>
    </message>
    <message>
        <source>Preparing {name} stopped. The finished part is saved.</source>
        <translation>La préparation de {name} a été arrêtée. La partie terminée est enregistrée.</translation>
    </message>
    <message>
        <source>Print the file to PDF and attach that.</source>
        <translation>Imprimez le fichier en PDF et joignez ce PDF.</translation>
    </message>
    <message>
        <source>Put all parts of the model in the same folder.</source>
        <translation>Placez toutes les parties du modèle dans le même dossier.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU, or set GPU layers to automatic.</source>
        <translation>Placez moins de couches sur le GPU, ou réglez «&#xa0;Couches sur le GPU&#xa0;» sur «&#xa0;Automatique&#xa0;».</translation>
    </message>
    <message>
        <source>Put more layers on the GPU, or choose a smaller model.</source>
        <translation>Placez plus de couches sur le GPU, ou choisissez un modèle plus petit.</translation>
    </message>
    <message>
        <source>Put the file back, or remove the document.</source>
        <translation>Remettez le fichier en place, ou retirez le document.</translation>
    </message>
    <message>
        <source>Quit the program that uses it, or choose a copy from the backups folder.</source>
        <translation>Quittez le programme qui l’utilise, ou choisissez une copie dans le dossier «&#xa0;backups&#xa0;».</translation>
    </message>
    <message>
        <source>Read as {encoding}.</source>
        <translation>Lu en {encoding}.</translation>
    </message>
    <message>
        <source>Read it again to update what the model sees.</source>
        <translation>Relisez-le pour mettre à jour ce que voit le modèle.</translation>
    </message>
    <message>
        <source>Read the document again when you need it.</source>
        <translation>Relisez le document quand vous en aurez besoin.</translation>
    </message>
    <message>
        <source>Read them again to update what the model sees.</source>
        <translation>Relisez-les pour mettre à jour ce que voit le modèle.</translation>
    </message>
    <message>
        <source>Reading stopped. It continues with your next message.</source>
        <translation>La lecture a été arrêtée. Elle reprendra avec votre prochain message.</translation>
    </message>
    <message>
        <source>Reading was stopped.</source>
        <translation>La lecture a été arrêtée.</translation>
    </message>
    <message>
        <source>Reading “{name}” takes long. The model list can&apos;t update until that&apos;s done.</source>
        <translation>La lecture de «&#xa0;{name}&#xa0;» prend du temps. La liste des modèles attend qu’elle soit finie.</translation>
    </message>
    <message numerus="yes">
        <source>Recovered %Ln message(s).</source>
        <translation>
            <numerusform>%Ln message récupéré.</numerusform>
            <numerusform>%Ln messages récupérés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Recurrent models don&apos;t have a KV cache.</source>
        <translation>Les modèles récurrents n’ont pas de cache KV.</translation>
    </message>
    <message>
        <source>Refer to definitions within the schema, such as #/$defs/name.</source>
        <translation>Renvoyez à des définitions du schéma lui-même, par exemple #/$defs/name.</translation>
    </message>
    <message>
        <source>Regenerate the reply.</source>
        <translation>Régénérez la réponse.</translation>
    </message>
    <message>
        <source>Reinstall Longthread.</source>
        <translation>Réinstallez Longthread.</translation>
    </message>
    <message>
        <source>Remove the image.</source>
        <translation>Retirez l’image.</translation>
    </message>
    <message>
        <source>Rename the file, then add it.</source>
        <translation>Renommez le fichier, puis ajoutez-le.</translation>
    </message>
    <message>
        <source>Repeat less in the pattern.</source>
        <translation>Réduisez les répétitions dans le motif.</translation>
    </message>
    <message>
        <source>Restart the engine to continue. Your chats are safe.</source>
        <translation>Redémarrez le moteur pour continuer. Vos discussions sont en sécurité.</translation>
    </message>
    <message>
        <source>Restore the original file names, which end in -00001-of-0000N.gguf.</source>
        <translation>Rétablissez les noms de fichiers d’origine, qui se terminent par -00001-of-0000N.gguf.</translation>
    </message>
    <message numerus="yes">
        <source>Restored %Ln message(s) from the backup of {day}. Anything you wrote later is lost.</source>
        <translation>
            <numerusform>%Ln message restauré depuis la sauvegarde du {day}. Tout ce que vous avez écrit ensuite est perdu.</numerusform>
            <numerusform>%Ln messages restaurés depuis la sauvegarde du {day}. Tout ce que vous avez écrit ensuite est perdu.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file first.</source>
        <translation>Faites d’abord reconnaître le texte du fichier (OCR).</translation>
    </message>
    <message>
        <source>Run the same version of Longthread on both computers.</source>
        <translation>Utilisez la même version de Longthread sur les deux ordinateurs.</translation>
    </message>
    <message>
        <source>Run the setup again.</source>
        <translation>Relancez l’installation.</translation>
    </message>
    <message>
        <source>Save a copy without a password and attach that.</source>
        <translation>Enregistrez une copie sans mot de passe et joignez-la.</translation>
    </message>
    <message>
        <source>Save a smaller copy and attach that.</source>
        <translation>Enregistrez une copie plus petite et joignez-la.</translation>
    </message>
    <message>
        <source>Save or print a copy without a password and attach that.</source>
        <translation>Enregistrez ou imprimez une copie sans mot de passe et joignez-la.</translation>
    </message>
    <message>
        <source>Save the file as .docx and attach that.</source>
        <translation>Enregistrez le fichier au format .docx et joignez-le.</translation>
    </message>
    <message>
        <source>Save the file as .docx or PDF and attach that.</source>
        <translation>Enregistrez le fichier au format .docx ou PDF et joignez-le.</translation>
    </message>
    <message>
        <source>Save the image as PNG or JPEG and attach that.</source>
        <translation>Enregistrez l’image au format PNG ou JPEG et joignez-la.</translation>
    </message>
    <message>
        <source>Save the pages you need as another PDF and attach that.</source>
        <translation>Enregistrez les pages utiles dans un autre PDF et joignez-le.</translation>
    </message>
    <message>
        <source>Save the sheet as CSV and attach that.</source>
        <translation>Enregistrez la feuille au format CSV et joignez-la.</translation>
    </message>
    <message>
        <source>Save the slides as PDF and attach that.</source>
        <translation>Enregistrez les diapositives en PDF et joignez-le.</translation>
    </message>
    <message>
        <source>Saved state version {version} doesn&apos;t exist.</source>
        <translation>Il n’existe pas d’état enregistré en version {version}.</translation>
    </message>
    <message>
        <source>Search for the model on Hugging Face, or choose another one.</source>
        <translation>Cherchez le modèle sur Hugging Face, ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>Send a shorter message, turn on “Compact automatically”, or load the model with a larger context.</source>
        <translation>Envoyez un message plus court, activez «&#xa0;Compactage automatique&#xa0;» ou chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>Send the message in smaller parts, or load the model with a larger context.</source>
        <translation>Envoyez le message en plusieurs parties, ou chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>Send the message in smaller parts.</source>
        <translation>Envoyez le message en plusieurs parties.</translation>
    </message>
    <message>
        <source>Set a key, or let it listen on this computer only.</source>
        <translation>Définissez une clé, ou limitez son écoute à cet ordinateur.</translation>
    </message>
    <message>
        <source>Set “GPU layers” to 0 in Settings.</source>
        <translation>Réglez «&#xa0;Couches sur le GPU&#xa0;» sur 0 dans les réglages.</translation>
    </message>
    <message>
        <source>Shorten the system prompt, use fewer tools, or load the model with a larger context.</source>
        <translation>Raccourcissez le prompt système, utilisez moins d’outils ou chargez le modèle avec un contexte plus grand.</translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation>Essayez de simplifier.</translation>
    </message>
    <message>
        <source>Simplify the schema or grammar.</source>
        <translation>Simplifiez le schéma ou la grammaire.</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted ({reason}).</source>
        <translation>Certaines données n’ont pas pu être supprimées ({reason}).</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted.</source>
        <translation>Certaines données n’ont pas pu être supprimées.</translation>
    </message>
    <message>
        <source>Some messages formed a loop.</source>
        <translation>Certains messages formaient une boucle.</translation>
    </message>
    <message>
        <source>Something went wrong ({reason}).</source>
        <translation>Un problème est survenu ({reason}).</translation>
    </message>
    <message>
        <source>Split the model by layers.</source>
        <translation>Répartissez le modèle par couches.</translation>
    </message>
    <message>
        <source>Split the object into smaller ones.</source>
        <translation>Divisez l’objet en objets plus petits.</translation>
    </message>
    <message>
        <source>Start alternatives with different characters.</source>
        <translation>Faites commencer les alternatives par des caractères différents.</translation>
    </message>
    <message>
        <source>Start the download again. It continues where it stopped.</source>
        <translation>Relancez le téléchargement. Il reprendra là où il s’est arrêté.</translation>
    </message>
    <message>
        <source>Start with {{ &quot;type&quot;: &quot;object&quot;, … }}.</source>
        <translation>Commencez par {{ &quot;type&quot;: &quot;object&quot;, … }}.</translation>
    </message>
    <message>
        <source>Stopped before starting.</source>
        <translation>Arrêt avant le début.</translation>
    </message>
    <message>
        <source>System prompt changed. Longthread reread this chat.</source>
        <translation>Le prompt système a changé. Longthread a relu cette discussion.</translation>
    </message>
    <message>
        <source>The KV cache has {found} rows instead of {expected}.</source>
        <translation>Le cache KV contient {found} lignes au lieu de {expected}.</translation>
    </message>
    <message>
        <source>The KV cache uses q8_0 to save RAM or VRAM.</source>
        <translation>Le cache KV utilise q8_0 pour économiser la RAM ou la VRAM.</translation>
    </message>
    <message>
        <source>The add-on is for Longthread {version}, but this is version {ours}.</source>
        <translation>Le module est fait pour Longthread {version}, mais vous utilisez la version {ours}.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged or password-protected.</source>
        <translation>L’archive «&#xa0;{name}&#xa0;» est endommagée ou protégée par mot de passe.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged.</source>
        <translation>L’archive «&#xa0;{name}&#xa0;» est endommagée.</translation>
    </message>
    <message>
        <source>The chat database is damaged ({reason}).</source>
        <translation>La base des discussions est endommagée ({reason}).</translation>
    </message>
    <message>
        <source>The chat “{title}” is too large to import.</source>
        <translation>La discussion «&#xa0;{title}&#xa0;» est trop grande pour l’import.</translation>
    </message>
    <message>
        <source>The chat&apos;s text is saved.</source>
        <translation>Le texte de la discussion est enregistré.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>Le journal des tokens de la discussion est en version {version}. Longthread gère les versions jusqu’à {newest}.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is damaged.</source>
        <translation>Le journal des tokens de la discussion est endommagé.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is inconsistent.</source>
        <translation>Le journal des tokens de la discussion est incohérent.</translation>
    </message>
    <message>
        <source>The computer is out of RAM.</source>
        <translation>L’ordinateur n’a plus de RAM libre.</translation>
    </message>
    <message>
        <source>The computer ran out of RAM or VRAM. Close other programs, or choose a smaller model.</source>
        <translation>L’ordinateur a manqué de RAM ou de VRAM. Fermez d’autres programmes, ou choisissez un modèle plus petit.</translation>
    </message>
    <message>
        <source>The connection to a worker broke.</source>
        <translation>La connexion à un worker a été rompue.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>La connexion a été perdue.</translation>
    </message>
    <message>
        <source>The context changed during compaction.</source>
        <translation>Le contexte a changé pendant le compactage.</translation>
    </message>
    <message>
        <source>The context changed during compaction: {reason}.</source>
        <translation>Le contexte a changé pendant le compactage&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The context holds nothing of this chat yet, so there is no state to save.</source>
        <translation>Le contexte ne contient encore rien de cette discussion&#xa0;; il n’y a donc aucun état à enregistrer.</translation>
    </message>
    <message>
        <source>The context is full.</source>
        <translation>Le contexte est plein.</translation>
    </message>
    <message>
        <source>The data was deleted.</source>
        <translation>Les données ont été supprimées.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Le disque est plein.</translation>
    </message>
    <message>
        <source>The download of {name} is damaged.</source>
        <translation>Le téléchargement de {name} est endommagé.</translation>
    </message>
    <message>
        <source>The download of {name} is damaged: the checksum doesn&apos;t match.</source>
        <translation>Le téléchargement de {name} est endommagé&#xa0;: la somme de contrôle ne correspond pas.</translation>
    </message>
    <message>
        <source>The download probably stopped early. Download the file again.</source>
        <translation>Le téléchargement s’est sans doute arrêté trop tôt. Téléchargez de nouveau le fichier.</translation>
    </message>
    <message>
        <source>The downloaded package was changed on the disk.</source>
        <translation>Le paquet téléchargé a été modifié sur le disque.</translation>
    </message>
    <message>
        <source>The drive or device isn&apos;t responding, so Longthread stopped waiting for it.</source>
        <translation>Le disque ou l’appareil ne répond pas&#xa0;; Longthread a cessé d’attendre.</translation>
    </message>
    <message>
        <source>The engine can&apos;t send its result.</source>
        <translation>Le moteur ne peut pas envoyer son résultat.</translation>
    </message>
    <message>
        <source>The engine couldn&apos;t load the saved state.</source>
        <translation>Le moteur n’a pas pu charger l’état enregistré.</translation>
    </message>
    <message>
        <source>The engine didn&apos;t respond after starting.</source>
        <translation>Le moteur n’a pas répondu après son démarrage.</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t stop.</source>
        <translation>Le moteur ne s’arrête pas.</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t support this request: {reason}</source>
        <translation>Le moteur ne prend pas en charge cette requête&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>The engine hasn&apos;t made progress for a while.</source>
        <translation>Le moteur n’avance plus depuis un moment.</translation>
    </message>
    <message>
        <source>The engine isn&apos;t installed completely.</source>
        <translation>L’installation du moteur est incomplète.</translation>
    </message>
    <message>
        <source>The engine isn&apos;t running.</source>
        <translation>Le moteur n’est pas lancé.</translation>
    </message>
    <message>
        <source>The engine ran out of RAM or VRAM.</source>
        <translation>Le moteur a manqué de RAM ou de VRAM.</translation>
    </message>
    <message>
        <source>The engine sent an invalid message ({reason}).</source>
        <translation>Le moteur a envoyé un message non valide ({reason}).</translation>
    </message>
    <message>
        <source>The engine stopped because an internal check failed.</source>
        <translation>Le moteur s’est arrêté, car une vérification interne a échoué.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (code {status}).</source>
        <translation>Le moteur s’est arrêté de façon inattendue (code {status}).</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({signal}).</source>
        <translation>Le moteur s’est arrêté de façon inattendue ({signal}).</translation>
    </message>
    <message>
        <source>The engine uses protocol version {version}, but Longthread needs {own}.</source>
        <translation>Le moteur utilise la version {version} du protocole, mais Longthread demande la {own}.</translation>
    </message>
    <message>
        <source>The engine&apos;s native library was built without compaction.</source>
        <translation>La bibliothèque native du moteur a été compilée sans compactage.</translation>
    </message>
    <message>
        <source>The file list from Hugging Face has no name or revision.</source>
        <translation>La liste de fichiers de Hugging Face n’indique pas de nom ou de révision.</translation>
    </message>
    <message>
        <source>The file may be damaged or need a newer version of Longthread. Try another file.</source>
        <translation>Le fichier est peut-être endommagé ou demande une version plus récente de Longthread. Essayez un autre fichier.</translation>
    </message>
    <message>
        <source>The file may be damaged. Copy the text you need and paste it into your message.</source>
        <translation>Le fichier est peut-être endommagé. Copiez le texte dont vous avez besoin et collez-le dans votre message.</translation>
    </message>
    <message>
        <source>The file may be malicious.</source>
        <translation>Le fichier est peut-être malveillant.</translation>
    </message>
    <message>
        <source>The file on {host} is smaller than the part you already have.</source>
        <translation>Le fichier sur {host} est plus petit que la partie que vous avez déjà.</translation>
    </message>
    <message>
        <source>The files of {n} documents are gone.</source>
        <translation>Les fichiers de {n} documents ont disparu.</translation>
    </message>
    <message>
        <source>The files stay where they are.</source>
        <translation>Les fichiers restent où ils sont.</translation>
    </message>
    <message>
        <source>The folder contains more than {most} folders. Some weren&apos;t searched.</source>
        <translation>Le dossier contient plus de {most} dossiers. Certains n’ont pas été parcourus.</translation>
    </message>
    <message>
        <source>The folder is missing. Connect its disk, or remove the folder from the list.</source>
        <translation>Le dossier est introuvable. Connectez son disque, ou retirez le dossier de la liste.</translation>
    </message>
    <message>
        <source>The folder “{name}” contains more files than Longthread adds.</source>
        <translation>Le dossier «&#xa0;{name}&#xa0;» contient plus de fichiers que Longthread n’en ajoute.</translation>
    </message>
    <message>
        <source>The grammar has more than {most} parts in a row that can be empty, repetitions included.</source>
        <translation>La grammaire contient plus de {most} parties consécutives qui peuvent être vides, répétitions comprises.</translation>
    </message>
    <message>
        <source>The grammar has no “root” rule.</source>
        <translation>La grammaire n’a pas de règle «&#xa0;root&#xa0;».</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous: the same text matches in too many ways.</source>
        <translation>La grammaire est trop ambiguë&#xa0;: un même texte correspond de trop de façons.</translation>
    </message>
    <message>
        <source>The grammar is too complex for the engine: it nests too many repetitions.</source>
        <translation>La grammaire est trop complexe pour le moteur&#xa0;: elle imbrique trop de répétitions.</translation>
    </message>
    <message>
        <source>The grammar is too large to check.</source>
        <translation>La grammaire est trop grande pour être vérifiée.</translation>
    </message>
    <message>
        <source>The grammar is too long ({length} characters).</source>
        <translation>La grammaire est trop longue ({length} caractères).</translation>
    </message>
    <message>
        <source>The grammar&apos;s rules start with one another in too many ways.</source>
        <translation>Les règles de la grammaire commencent les unes par les autres de trop de façons.</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses the processor.</source>
        <translation>Le pilote graphique ({backend}) a échoué à son test. Longthread utilise le processeur.</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses {device}.</source>
        <translation>Le pilote graphique ({backend}) a échoué à son test. Longthread utilise {device}.</translation>
    </message>
    <message>
        <source>The graphics driver failed in the engine.</source>
        <translation>Le pilote graphique a échoué dans le moteur.</translation>
    </message>
    <message>
        <source>The graphics driver failed, so {name} runs on the processor for now.</source>
        <translation>Le pilote graphique a échoué&#xa0;; {name} tourne sur le processeur pour l’instant.</translation>
    </message>
    <message>
        <source>The head profile measurement was stopped.</source>
        <translation>La mesure du profil des têtes a été arrêtée.</translation>
    </message>
    <message>
        <source>The image “{name}” is too large.</source>
        <translation>L’image «&#xa0;{name}&#xa0;» est trop grande.</translation>
    </message>
    <message>
        <source>The import or export failed ({reason}).</source>
        <translation>L’import ou l’export a échoué ({reason}).</translation>
    </message>
    <message>
        <source>The import was canceled.</source>
        <translation>L’import a été annulé.</translation>
    </message>
    <message>
        <source>The limit is {most} characters.</source>
        <translation>La limite est de {most} caractères.</translation>
    </message>
    <message>
        <source>The local server didn&apos;t start.</source>
        <translation>Le serveur local n’a pas démarré.</translation>
    </message>
    <message>
        <source>The local server stopped unexpectedly.</source>
        <translation>Le serveur local s’est arrêté de façon inattendue.</translation>
    </message>
    <message>
        <source>The message is too long for the engine.</source>
        <translation>Le message est trop long pour le moteur.</translation>
    </message>
    <message>
        <source>The model has no such token.</source>
        <translation>Le modèle n’a pas ce token.</translation>
    </message>
    <message>
        <source>The model returned no output.</source>
        <translation>Le modèle n’a rien renvoyé.</translation>
    </message>
    <message>
        <source>The model runs on the processor, because GPU layers is 0.</source>
        <translation>Le modèle tourne sur le processeur, car «&#xa0;Couches sur le GPU&#xa0;» est à 0.</translation>
    </message>
    <message>
        <source>The model runs on the processor: Longthread found no graphics card that it can use.</source>
        <translation>Le modèle tourne sur le processeur&#xa0;: Longthread n’a trouvé aucune carte graphique utilisable.</translation>
    </message>
    <message>
        <source>The model runs on the processor: none of its layers fits on {device}.</source>
        <translation>Le modèle tourne sur le processeur&#xa0;: aucune de ses couches ne tient sur {device}.</translation>
    </message>
    <message>
        <source>The model runs on {device}.</source>
        <translation>Le modèle tourne sur {device}.</translation>
    </message>
    <message>
        <source>The model was trained for this context size.</source>
        <translation>Le modèle a été entraîné pour cette taille de contexte.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template doesn&apos;t support images.</source>
        <translation>Le template de discussion du modèle n’accepte pas les images.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed: {reason}</source>
        <translation>Le template de discussion du modèle a échoué&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long ({length} characters).</source>
        <translation>Le template de discussion du modèle est trop long ({length} caractères).</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits replies.</source>
        <translation>Le template de discussion du modèle omet les réponses.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits the message.</source>
        <translation>Le template de discussion du modèle omet le message.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template uses reserved names.</source>
        <translation>Le template de discussion du modèle utilise des noms réservés.</translation>
    </message>
    <message>
        <source>The model&apos;s computation failed (status {status}). {reason}</source>
        <translation>Le calcul du modèle a échoué (état {status}). {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s output contains invalid numbers, so its heads can&apos;t be measured.</source>
        <translation>La sortie du modèle contient des nombres non valides&#xa0;; ses têtes ne peuvent pas être mesurées.</translation>
    </message>
    <message>
        <source>The name of “{name}” isn&apos;t valid Unicode.</source>
        <translation>Le nom de «&#xa0;{name}&#xa0;» n’est pas de l’Unicode valide.</translation>
    </message>
    <message>
        <source>The other chats leave no room in the context.</source>
        <translation>Les autres discussions remplissent le contexte.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” checks what stands before or after a place, which isn&apos;t supported.</source>
        <translation>Le motif «&#xa0;{pattern}&#xa0;» vérifie ce qui précède ou suit une position, ce qui n’est pas pris en charge.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” refers to one of its own groups, which isn&apos;t supported.</source>
        <translation>Le motif «&#xa0;{pattern}&#xa0;» renvoie à l’un de ses propres groupes, ce qui n’est pas pris en charge.</translation>
    </message>
    <message>
        <source>The prepared document comes from another version of Longthread.</source>
        <translation>Le document préparé vient d’une autre version de Longthread.</translation>
    </message>
    <message>
        <source>The prepared document is damaged.</source>
        <translation>Le document préparé est endommagé.</translation>
    </message>
    <message>
        <source>The prepared document is missing.</source>
        <translation>Le document préparé est introuvable.</translation>
    </message>
    <message>
        <source>The program at {worker} isn&apos;t a worker. Longthread doesn&apos;t use it.</source>
        <translation>Le programme à l’adresse {worker} n’est pas un worker. Longthread ne l’utilise pas.</translation>
    </message>
    <message>
        <source>The release page offers version {version}, although it offered {seen} before.</source>
        <translation>La page des versions propose la version {version}, alors qu’elle proposait {seen} auparavant.</translation>
    </message>
    <message>
        <source>The reply can&apos;t continue in this output format.</source>
        <translation>La réponse ne peut pas continuer dans ce format de sortie.</translation>
    </message>
    <message>
        <source>The reply so far doesn&apos;t match the output format.</source>
        <translation>Le début de la réponse ne respecte pas le format de sortie.</translation>
    </message>
    <message>
        <source>The saved state and its log differ in length.</source>
        <translation>L’état enregistré et son journal n’ont pas la même longueur.</translation>
    </message>
    <message>
        <source>The saved state belongs to another model.</source>
        <translation>L’état enregistré appartient à un autre modèle.</translation>
    </message>
    <message>
        <source>The saved state belongs to another version of this chat.</source>
        <translation>L’état enregistré appartient à une autre version de cette discussion.</translation>
    </message>
    <message>
        <source>The saved state can&apos;t be trimmed to match this chat.</source>
        <translation>L’état enregistré ne peut pas être ajusté à cette discussion.</translation>
    </message>
    <message>
        <source>The saved state comes from a newer version of the engine.</source>
        <translation>L’état enregistré vient d’une version plus récente du moteur.</translation>
    </message>
    <message>
        <source>The saved state has a different KV cache layout.</source>
        <translation>L’état enregistré a un cache KV organisé autrement.</translation>
    </message>
    <message>
        <source>The saved state has no section “{section}”.</source>
        <translation>L’état enregistré n’a pas de section «&#xa0;{section}&#xa0;».</translation>
    </message>
    <message>
        <source>The saved state has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>L’état enregistré est en version {version}. Longthread gère les versions jusqu’à {newest}.</translation>
    </message>
    <message>
        <source>The saved state is damaged (section {section}).</source>
        <translation>L’état enregistré est endommagé (section {section}).</translation>
    </message>
    <message>
        <source>The saved state is incomplete or damaged.</source>
        <translation>L’état enregistré est incomplet ou endommagé.</translation>
    </message>
    <message>
        <source>The saved state is incomplete.</source>
        <translation>L’état enregistré est incomplet.</translation>
    </message>
    <message>
        <source>The saved state is inconsistent.</source>
        <translation>L’état enregistré est incohérent.</translation>
    </message>
    <message>
        <source>The saved state is larger than the loaded model&apos;s context.</source>
        <translation>L’état enregistré est plus grand que le contexte du modèle chargé.</translation>
    </message>
    <message>
        <source>The saved state is larger than this model&apos;s context can be.</source>
        <translation>L’état enregistré dépasse la taille maximale du contexte de ce modèle.</translation>
    </message>
    <message>
        <source>The saved state&apos;s header is damaged.</source>
        <translation>L’en-tête de l’état enregistré est endommagé.</translation>
    </message>
    <message>
        <source>The saved state&apos;s list of parts is damaged ({reason}).</source>
        <translation>La liste des parties de l’état enregistré est endommagée ({reason}).</translation>
    </message>
    <message>
        <source>The saved state&apos;s log is damaged.</source>
        <translation>Le journal de l’état enregistré est endommagé.</translation>
    </message>
    <message>
        <source>The saved state&apos;s section table is damaged.</source>
        <translation>La table des sections de l’état enregistré est endommagée.</translation>
    </message>
    <message>
        <source>The schema has a pattern whose nested repetitions multiply to {times}; the limit is {most}.</source>
        <translation>Le schéma contient un motif dont les répétitions imbriquées se multiplient jusqu’à {times}&#xa0;; la limite est de {most}.</translation>
    </message>
    <message>
        <source>The schema has too many patterns.</source>
        <translation>Le schéma contient trop de motifs.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply or contains a number that is too long.</source>
        <translation>Le schéma est imbriqué trop profondément ou contient un nombre trop long.</translation>
    </message>
    <message>
        <source>The schema is too large or nested too deeply.</source>
        <translation>Le schéma est trop volumineux ou imbriqué trop profondément.</translation>
    </message>
    <message>
        <source>The schema is too long ({length} characters).</source>
        <translation>Le schéma est trop long ({length} caractères).</translation>
    </message>
    <message>
        <source>The schema must be a JSON object.</source>
        <translation>Le schéma doit être un objet JSON.</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}” in a circle, so no value matches.</source>
        <translation>Le schéma renvoie en boucle à «&#xa0;{reference}&#xa0;»&#xa0;; aucune valeur ne peut convenir.</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}”, which it doesn&apos;t contain.</source>
        <translation>Le schéma renvoie à «&#xa0;{reference}&#xa0;», qu’il ne contient pas.</translation>
    </message>
    <message>
        <source>The server sent the wrong part of the file.</source>
        <translation>Le serveur a envoyé la mauvaise partie du fichier.</translation>
    </message>
    <message>
        <source>The system killed the engine, possibly for lack of RAM.</source>
        <translation>Le système a arrêté le moteur, peut-être par manque de RAM.</translation>
    </message>
    <message>
        <source>The system prompt and tools take {tokens} of the context&apos;s {context} tokens, so no message fits.</source>
        <translation>Le prompt système et les outils occupent {tokens} des {context} tokens du contexte&#xa0;; aucun message n’y tient.</translation>
    </message>
    <message>
        <source>The task was stopped.</source>
        <translation>La tâche a été arrêtée.</translation>
    </message>
    <message>
        <source>The text to compact ends inside an already compacted block.</source>
        <translation>Le texte à compacter se termine dans un bloc déjà compacté.</translation>
    </message>
    <message>
        <source>The update information expired on {day}, so Longthread can&apos;t tell whether there is a newer version.</source>
        <translation>Les informations de mise à jour ont expiré le {day}&#xa0;; Longthread ne peut donc pas savoir s’il existe une version plus récente.</translation>
    </message>
    <message>
        <source>The update information is too long.</source>
        <translation>Les informations de mise à jour sont trop longues.</translation>
    </message>
    <message>
        <source>The update information isn&apos;t signed by Longthread&apos;s developers, so it was ignored.</source>
        <translation>Les informations de mise à jour ne sont pas signées par les développeurs de Longthread&#xa0;; elles ont été ignorées.</translation>
    </message>
    <message>
        <source>The vision projector can&apos;t process an image. {reason}</source>
        <translation>Le projecteur de vision n’a pas pu traiter une image. {reason}</translation>
    </message>
    <message>
        <source>The vision projector returned an unexpected result for an image.</source>
        <translation>Le projecteur de vision a renvoyé un résultat inattendu pour une image.</translation>
    </message>
    <message>
        <source>The vision projector {name} is missing.</source>
        <translation>Le projecteur de vision {name} est introuvable.</translation>
    </message>
    <message>
        <source>The worker {worker} doesn&apos;t respond. Longthread doesn&apos;t use it.</source>
        <translation>Le worker {worker} ne répond pas. Longthread ne l’utilise pas.</translation>
    </message>
    <message>
        <source>The worker {worker} offers no device. Longthread doesn&apos;t use it.</source>
        <translation>Le worker {worker} ne propose aucun périphérique. Longthread ne l’utilise pas.</translation>
    </message>
    <message>
        <source>The worker {worker} uses protocol {theirs}, this version {ours}. Longthread doesn&apos;t use it.</source>
        <translation>Le worker {worker} utilise le protocole {theirs}, cette version le protocole {ours}. Longthread ne l’utilise pas.</translation>
    </message>
    <message>
        <source>There is a newer compaction.</source>
        <translation>Il existe un compactage plus récent.</translation>
    </message>
    <message>
        <source>There is no compacted text to move closer together.</source>
        <translation>Il n’y a pas de texte compacté à resserrer.</translation>
    </message>
    <message>
        <source>There is no compaction to undo.</source>
        <translation>Il n’y a aucun compactage à annuler.</translation>
    </message>
    <message>
        <source>There is no grammar yet.</source>
        <translation>Il n’y a pas encore de grammaire.</translation>
    </message>
    <message>
        <source>There is no message to reply to.</source>
        <translation>Il n’y a aucun message auquel répondre.</translation>
    </message>
    <message>
        <source>There is no room for {n} more tokens in this model&apos;s context.</source>
        <translation>Le contexte de ce modèle n’a pas de place pour {n} tokens de plus.</translation>
    </message>
    <message>
        <source>There is no room in the context for this image.</source>
        <translation>Il n’y a pas de place pour cette image dans le contexte.</translation>
    </message>
    <message>
        <source>There is no room to reread the text.</source>
        <translation>Il n’y a pas de place pour relire le texte.</translation>
    </message>
    <message>
        <source>There is no schema yet.</source>
        <translation>Il n’y a pas encore de schéma.</translation>
    </message>
    <message>
        <source>There is no {backend} add-on for your system.</source>
        <translation>Il n’y a pas de module {backend} pour votre système.</translation>
    </message>
    <message>
        <source>There is nothing to embed: a text has no tokens.</source>
        <translation>Aucun embedding à calculer&#xa0;: l’un des textes ne contient aucun token.</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>Il n’y a rien à exporter.</translation>
    </message>
    <message>
        <source>There is nothing to import here.</source>
        <translation>Il n’y a rien à importer ici.</translation>
    </message>
    <message>
        <source>There is text at this place already.</source>
        <translation>Il y a déjà du texte à cet endroit.</translation>
    </message>
    <message>
        <source>There isn&apos;t enough free RAM to save this chat&apos;s state.</source>
        <translation>Il n’y a pas assez de RAM libre pour enregistrer l’état de cette discussion.</translation>
    </message>
    <message>
        <source>There isn&apos;t enough room in the context to prepare the document.</source>
        <translation>Il n’y a pas assez de place dans le contexte pour préparer le document.</translation>
    </message>
    <message>
        <source>These keys are reserved for typing and selecting.</source>
        <translation>Ces touches sont réservées à la saisie et à la sélection.</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t check for updates.</source>
        <translation>Cette version de Longthread ne peut pas vérifier les mises à jour.</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t read images: {reason}</source>
        <translation>Cette version de Longthread ne peut pas lire d’images&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t work together with other computers.</source>
        <translation>Cette version de Longthread ne peut pas travailler avec d’autres ordinateurs.</translation>
    </message>
    <message>
        <source>This chat isn&apos;t open in the engine.</source>
        <translation>Cette discussion n’est pas ouverte dans le moteur.</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Cette discussion n’existe plus.</translation>
    </message>
    <message>
        <source>This chat&apos;s context isn&apos;t loaded yet.</source>
        <translation>Le contexte de cette discussion n’est pas encore chargé.</translation>
    </message>
    <message>
        <source>This context can&apos;t be compacted.</source>
        <translation>Ce contexte ne peut pas être compacté.</translation>
    </message>
    <message>
        <source>This file isn&apos;t a saved state.</source>
        <translation>Ce fichier n’est pas un état enregistré.</translation>
    </message>
    <message>
        <source>This isn&apos;t a folder.</source>
        <translation>Ce n’est pas un dossier.</translation>
    </message>
    <message>
        <source>This message has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>Ce message compte environ {tokens} tokens, mais le contexte n’a de place que pour {room}.</translation>
    </message>
    <message>
        <source>This model file is damaged.</source>
        <translation>Ce fichier de modèle est endommagé.</translation>
    </message>
    <message>
        <source>This model file is damaged: its header is incomplete.</source>
        <translation>Ce fichier de modèle est endommagé&#xa0;: son en-tête est incomplet.</translation>
    </message>
    <message>
        <source>This model file is damaged: {what}.</source>
        <translation>Ce fichier de modèle est endommagé&#xa0;: {what}.</translation>
    </message>
    <message>
        <source>This model file is incomplete: it has {size} of at least {needed} bytes.</source>
        <translation>Ce fichier de modèle est incomplet&#xa0;: il fait {size} octets au lieu d’au moins {needed}.</translation>
    </message>
    <message>
        <source>This model has no vocabulary, so it can&apos;t read or write text.</source>
        <translation>Ce modèle n’a pas de vocabulaire&#xa0;; il ne peut ni lire ni écrire de texte.</translation>
    </message>
    <message>
        <source>This model is loaded for one chat only, so it can&apos;t prepare documents.</source>
        <translation>Ce modèle est chargé pour une seule discussion&#xa0;; il ne peut pas préparer de documents.</translation>
    </message>
    <message>
        <source>This model is loaded without its vision projector, so it can&apos;t see images.</source>
        <translation>Ce modèle est chargé sans son projecteur de vision&#xa0;; il ne peut pas voir les images.</translation>
    </message>
    <message>
        <source>This model reads an image in one step of {tokens} tokens, but only {most} fit.</source>
        <translation>Ce modèle lit une image en une étape de {tokens} tokens, mais seuls {most} tiennent.</translation>
    </message>
    <message>
        <source>This model requires a Hugging Face account.</source>
        <translation>Ce modèle demande un compte Hugging Face.</translation>
    </message>
    <message>
        <source>This model runs without flash attention, which compaction needs.</source>
        <translation>Ce modèle tourne sans flash attention, dont le compactage a besoin.</translation>
    </message>
    <message>
        <source>This model&apos;s context can&apos;t be compacted. {reason}</source>
        <translation>Le contexte de ce modèle ne peut pas être compacté. {reason}</translation>
    </message>
    <message>
        <source>This preset rereads the text and can&apos;t be interrupted.</source>
        <translation>Ce préréglage relit le texte et ne peut pas être interrompu.</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>Réessayez dans un moment.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Réessayez plus tard.</translation>
    </message>
    <message>
        <source>Try again to use the GPU.</source>
        <translation>Réessayez pour utiliser le GPU.</translation>
    </message>
    <message>
        <source>Try again with fewer GPU layers or a smaller context, or choose another model.</source>
        <translation>Réessayez avec moins de couches sur le GPU ou un contexte plus petit, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Try again, or choose another model.</source>
        <translation>Réessayez, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Réessayez.</translation>
    </message>
    <message>
        <source>Try again. The chat is saved.</source>
        <translation>Réessayez. La discussion est enregistrée.</translation>
    </message>
    <message>
        <source>Try another build of this model, or a model with a chat template.</source>
        <translation>Essayez une autre version de ce modèle, ou un modèle avec un template de discussion.</translation>
    </message>
    <message>
        <source>Try another build of this model.</source>
        <translation>Essayez une autre version de ce modèle.</translation>
    </message>
    <message>
        <source>Try another file.</source>
        <translation>Essayez un autre fichier.</translation>
    </message>
    <message>
        <source>Try other search terms.</source>
        <translation>Essayez d’autres termes de recherche.</translation>
    </message>
    <message>
        <source>Turn off “Stay offline” in Privacy, then try again.</source>
        <translation>Désactivez «&#xa0;Rester hors ligne&#xa0;» dans «&#xa0;Confidentialité&#xa0;», puis réessayez.</translation>
    </message>
    <message>
        <source>Turn on flash attention, or choose the KV cache type f16.</source>
        <translation>Activez flash attention, ou choisissez le type de cache KV f16.</translation>
    </message>
    <message>
        <source>Undo that one first.</source>
        <translation>Annulez-le d’abord.</translation>
    </message>
    <message>
        <source>Undo the later deletion first.</source>
        <translation>Annulez d’abord la suppression la plus récente.</translation>
    </message>
    <message>
        <source>Unlock the password store, then try again.</source>
        <translation>Déverrouillez le trousseau, puis réessayez.</translation>
    </message>
    <message>
        <source>Unpack the archive and attach its files.</source>
        <translation>Décompressez l’archive et joignez ses fichiers.</translation>
    </message>
    <message>
        <source>Unpack the archive and choose a smaller folder.</source>
        <translation>Décompressez l’archive et choisissez un dossier plus petit.</translation>
    </message>
    <message>
        <source>Unpack the archive first.</source>
        <translation>Décompressez d’abord l’archive.</translation>
    </message>
    <message>
        <source>Update Longthread, then try again.</source>
        <translation>Mettez Longthread à jour, puis réessayez.</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread.</source>
        <translation>Mettez à jour le pilote graphique et redémarrez Longthread.</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread. The model page shows the reason.</source>
        <translation>Mettez à jour le pilote graphique et redémarrez Longthread. La page du modèle indique la raison.</translation>
    </message>
    <message>
        <source>Use repetition instead: a ::= b (&quot;,&quot; b)*</source>
        <translation>Utilisez plutôt une répétition&#xa0;: a ::= b (&quot;,&quot; b)*</translation>
    </message>
    <message>
        <source>Use the open window, or close it first. Your chats are in {folder}.</source>
        <translation>Utilisez la fenêtre ouverte, ou fermez-la d’abord. Vos discussions sont dans {folder}.</translation>
    </message>
    <message>
        <source>Use this model for text. For images, choose a model such as Qwen2.5-VL, Qwen3-VL, Gemma 3 or Pixtral.</source>
        <translation>Utilisez ce modèle pour du texte. Pour des images, choisissez un modèle comme Qwen2.5-VL, Qwen3-VL, Gemma 3 ou Pixtral.</translation>
    </message>
    <message>
        <source>Wait until it finishes, or cancel it.</source>
        <translation>Attendez qu’il se termine, ou annulez-le.</translation>
    </message>
    <message>
        <source>Wait, choose another model, or choose “Force stop”. Your chats are safe.</source>
        <translation>Attendez, choisissez un autre modèle ou choisissez «&#xa0;Forcer l’arrêt&#xa0;». Vos discussions sont en sécurité.</translation>
    </message>
    <message>
        <source>Wayland doesn&apos;t let programs listen for keys while another program is in front.</source>
        <translation>Wayland ne laisse pas les programmes écouter le clavier quand un autre programme est au premier plan.</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the document.</source>
        <translation>Ce que Longthread a lu reste jusqu’à ce que vous retiriez le document.</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the documents.</source>
        <translation>Ce que Longthread a lu reste jusqu’à ce que vous retiriez les documents.</translation>
    </message>
    <message>
        <source>Write a message first.</source>
        <translation>Écrivez d’abord un message.</translation>
    </message>
    <message>
        <source>You can import exports and backups from Longthread, and chats from ChatGPT and Claude (conversations.json or the zip), Open WebUI, LM Studio and Jan (thread.json).</source>
        <translation>Vous pouvez importer des exports et des sauvegardes de Longthread, ainsi que des discussions de ChatGPT et Claude (conversations.json ou le zip), Open WebUI, LM Studio et Jan (thread.json).</translation>
    </message>
    <message>
        <source>You can keep chatting. The text is saved.</source>
        <translation>Vous pouvez continuer à discuter. Le texte est enregistré.</translation>
    </message>
    <message>
        <source>You can set a larger context.</source>
        <translation>Vous pouvez choisir un contexte plus grand.</translation>
    </message>
    <message>
        <source>You decide when to install it.</source>
        <translation>Vous choisissez quand l’installer.</translation>
    </message>
    <message>
        <source>You forced the engine to stop.</source>
        <translation>Vous avez forcé l’arrêt du moteur.</translation>
    </message>
    <message>
        <source>You need a processor made since 2009 or so.</source>
        <translation>Il vous faut un processeur fabriqué depuis 2009 environ.</translation>
    </message>
    <message>
        <source>You undid a compaction, so Longthread compacts this chat only when the context is full.</source>
        <translation>Vous avez annulé un compactage&#xa0;; Longthread ne compactera cette discussion que lorsque le contexte sera plein.</translation>
    </message>
    <message>
        <source>Your account doesn&apos;t have access to this model yet.</source>
        <translation>Votre compte n’a pas encore accès à ce modèle.</translation>
    </message>
    <message>
        <source>Your chat database was damaged.</source>
        <translation>Votre base de discussions était endommagée.</translation>
    </message>
    <message>
        <source>Your chat database was missing or empty.</source>
        <translation>Votre base de discussions était absente ou vide.</translation>
    </message>
    <message>
        <source>Your chats are safe.</source>
        <translation>Vos discussions sont en sécurité.</translation>
    </message>
    <message>
        <source>Your chats are unchanged.</source>
        <translation>Vos discussions sont inchangées.</translation>
    </message>
    <message>
        <source>Your network may require you to sign in first. Try again later.</source>
        <translation>Votre réseau vous demande peut-être de vous identifier d’abord. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>Your system can&apos;t use these keys everywhere.</source>
        <translation>Votre système ne peut pas utiliser ces touches partout.</translation>
    </message>
    <message>
        <source>Your system&apos;s password store didn&apos;t delete everything.</source>
        <translation>Le trousseau de votre système n’a pas tout supprimé.</translation>
    </message>
    <message>
        <source>a model can&apos;t write this character</source>
        <translation>un modèle ne peut pas écrire ce caractère</translation>
    </message>
    <message>
        <source>a number is too long</source>
        <translation>un nombre est trop long</translation>
    </message>
    <message>
        <source>a power is too large</source>
        <translation>une puissance est trop grande</translation>
    </message>
    <message>
        <source>a range has no end</source>
        <translation>une plage n’a pas de fin</translation>
    </message>
    <message>
        <source>a range is too long</source>
        <translation>une plage est trop longue</translation>
    </message>
    <message>
        <source>a repetition can&apos;t end at {most} if it starts at {least}</source>
        <translation>une répétition ne peut pas finir à {most} si elle commence à {least}</translation>
    </message>
    <message>
        <source>a repetition must end with “}}”</source>
        <translation>une répétition doit se terminer par «&#xa0;}}&#xa0;»</translation>
    </message>
    <message>
        <source>a tensor has {found} dimensions</source>
        <translation>un tenseur a {found} dimensions</translation>
    </message>
    <message>
        <source>a text grows too long</source>
        <translation>un texte devient trop long</translation>
    </message>
    <message>
        <source>a {architecture} model needs a sliding window, but its length is 0</source>
        <translation>un modèle {architecture} a besoin d’une fenêtre glissante, mais sa longueur est de 0</translation>
    </message>
    <message>
        <source>brackets are nested more than {most} levels deep</source>
        <translation>les parenthèses sont imbriquées sur plus de {most} niveaux</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>un nombre est attendu</translation>
    </message>
    <message>
        <source>expected the name of a rule</source>
        <translation>le nom d’une règle est attendu</translation>
    </message>
    <message>
        <source>expected {digits} hexadecimal digits after \{kind}</source>
        <translation>{digits} chiffres hexadécimaux attendus après \{kind}</translation>
    </message>
    <message>
        <source>expected “::=” after the name “{name}”</source>
        <translation>«&#xa0;::=&#xa0;» attendu après le nom «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>formatting with % isn&apos;t allowed</source>
        <translation>la mise en forme avec % n’est pas autorisée</translation>
    </message>
    <message>
        <source>invalid number of tensors or values</source>
        <translation>nombre de tenseurs ou de valeurs non valide</translation>
    </message>
    <message>
        <source>invalid number of texts</source>
        <translation>nombre de textes non valide</translation>
    </message>
    <message>
        <source>invalid text length ({length})</source>
        <translation>longueur de texte non valide ({length})</translation>
    </message>
    <message>
        <source>invalid version {version}</source>
        <translation>version {version} non valide</translation>
    </message>
    <message>
        <source>it runs too long</source>
        <translation>il tourne trop longtemps</translation>
    </message>
    <message>
        <source>it uses a filter that isn&apos;t allowed</source>
        <translation>il utilise un filtre non autorisé</translation>
    </message>
    <message>
        <source>it uses too much RAM</source>
        <translation>il utilise trop de RAM</translation>
    </message>
    <message>
        <source>it writes too much text</source>
        <translation>il écrit trop de texte</translation>
    </message>
    <message>
        <source>model tokens (&lt;…&gt;) aren&apos;t supported here; write their text</source>
        <translation>les tokens du modèle (&lt;…&gt;) ne sont pas pris en charge ici&#xa0;; écrivez leur texte</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>imbriqué trop profondément</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>aucune raison indiquée</translation>
    </message>
    <message>
        <source>not UTF-8 text</source>
        <translation>pas du texte UTF-8</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>JSON non valide</translation>
    </message>
    <message>
        <source>nothing can repeat more than {most} times</source>
        <translation>rien ne peut se répéter plus de {most} fois</translation>
    </message>
    <message>
        <source>str.format isn&apos;t allowed</source>
        <translation>str.format n’est pas autorisé</translation>
    </message>
    <message>
        <source>str.{name} isn&apos;t allowed</source>
        <translation>str.{name} n’est pas autorisé</translation>
    </message>
    <message>
        <source>the alignment isn&apos;t a power of two</source>
        <translation>l’alignement n’est pas une puissance de deux</translation>
    </message>
    <message>
        <source>the header is too long</source>
        <translation>l’en-tête est trop long</translation>
    </message>
    <message>
        <source>the messages contain text that can&apos;t be encoded</source>
        <translation>les messages contiennent du texte impossible à encoder</translation>
    </message>
    <message>
        <source>the metadata contains a value of unknown type {kind}</source>
        <translation>les métadonnées contiennent une valeur de type inconnu {kind}</translation>
    </message>
    <message>
        <source>the metadata contains an array of unknown type {kind}</source>
        <translation>les métadonnées contiennent un tableau de type inconnu {kind}</translation>
    </message>
    <message>
        <source>the process ended</source>
        <translation>le processus s’est terminé</translation>
    </message>
    <message>
        <source>the rule “{name}” is defined twice</source>
        <translation>la règle «&#xa0;{name}&#xa0;» est définie deux fois</translation>
    </message>
    <message>
        <source>the rule “{name}” isn&apos;t defined</source>
        <translation>la règle «&#xa0;{name}&#xa0;» n’est pas définie</translation>
    </message>
    <message>
        <source>the table “{name}” is incomplete</source>
        <translation>la table «&#xa0;{name}&#xa0;» est incomplète</translation>
    </message>
    <message>
        <source>the tensor “{name}” doesn&apos;t belong to the architecture {architecture}</source>
        <translation>le tenseur «&#xa0;{name}&#xa0;» n’appartient pas à l’architecture {architecture}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}</source>
        <translation>le tenseur «&#xa0;{name}&#xa0;» a des lignes de {length} éléments, ce qui n’est pas un multiple de {multiple}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has the size {found}, not {expected}</source>
        <translation>le tenseur «&#xa0;{name}&#xa0;» est de taille {found} au lieu de {expected}</translation>
    </message>
    <message>
        <source>the tensor “{name}” is too large</source>
        <translation>le tenseur «&#xa0;{name}&#xa0;» est trop grand</translation>
    </message>
    <message>
        <source>these brackets are empty</source>
        <translation>ces crochets sont vides</translation>
    </message>
    <message>
        <source>this bracket isn&apos;t closed</source>
        <translation>cette parenthèse n’est pas fermée</translation>
    </message>
    <message>
        <source>this text has no closing quote</source>
        <translation>il manque le guillemet fermant de ce texte</translation>
    </message>
    <message>
        <source>this “[” isn&apos;t closed</source>
        <translation>ce «&#xa0;[&#xa0;» n’est pas fermé</translation>
    </message>
    <message>
        <source>unexpected data after the end</source>
        <translation>données inattendues après la fin</translation>
    </message>
    <message>
        <source>unexpected end of file</source>
        <translation>fin de fichier inattendue</translation>
    </message>
    <message>
        <source>unexpected end of file or invalid JSON</source>
        <translation>fin de fichier inattendue ou JSON non valide</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar has too many rules</source>
        <translation>avec toutes ses répétitions, la grammaire a trop de règles</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar is too long</source>
        <translation>avec toutes ses répétitions, la grammaire est trop longue</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used, because the graphics driver failed its test ({reason}).</source>
        <translation>{backend} n’est pas utilisé, car le pilote graphique a échoué à son test ({reason}).</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: it found no graphics card.</source>
        <translation>{backend} n’est pas utilisé&#xa0;: aucune carte graphique trouvée.</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: its driver isn&apos;t installed.</source>
        <translation>{backend} n’est pas utilisé&#xa0;: son pilote n’est pas installé.</translation>
    </message>
    <message>
        <source>{bad} of {parts} parts are missing or damaged.</source>
        <translation>Parties absentes ou endommagées&#xa0;: {bad} sur {parts}.</translation>
    </message>
    <message>
        <source>{blank} of {total} pages contain no text (images aren&apos;t read).</source>
        <translation>Pages sans texte&#xa0;: {blank} sur {total} (les images ne sont pas lues).</translation>
    </message>
    <message>
        <source>{device} had less free VRAM than its driver reported, so fewer layers run on it.</source>
        <translation>{device} avait moins de VRAM libre que son pilote ne l’annonçait&#xa0;; moins de couches y tournent.</translation>
    </message>
    <message>
        <source>{failed} of {total} pages are damaged and were skipped.</source>
        <translation>Pages endommagées et ignorées&#xa0;: {failed} sur {total}.</translation>
    </message>
    <message>
        <source>{heads} query heads can&apos;t share {heads_kv} KV heads</source>
        <translation>{heads} têtes de requête ne peuvent pas se partager {heads_kv} têtes KV</translation>
    </message>
    <message>
        <source>{host} doesn&apos;t have this file or repository.</source>
        <translation>Fichier ou dépôt introuvable sur {host}.</translation>
    </message>
    <message>
        <source>{host} is busy.</source>
        <translation>{host} est surchargé.</translation>
    </message>
    <message>
        <source>{host} isn&apos;t responding.</source>
        <translation>{host} ne répond pas.</translation>
    </message>
    <message>
        <source>{host} redirected the request to an address that isn&apos;t allowed.</source>
        <translation>{host} a redirigé la requête vers une adresse non autorisée.</translation>
    </message>
    <message>
        <source>{host} refused the request (status {status}).</source>
        <translation>{host} a refusé la requête (état {status}).</translation>
    </message>
    <message>
        <source>{host} reported a server error (status {status}).</source>
        <translation>{host} a signalé une erreur de serveur (état {status}).</translation>
    </message>
    <message>
        <source>{host} requires an access token.</source>
        <translation>{host} demande un jeton d’accès.</translation>
    </message>
    <message>
        <source>{key} contains invalid numbers</source>
        <translation>{key} contient des nombres non valides</translation>
    </message>
    <message>
        <source>{key} has the invalid value {value}</source>
        <translation>{key} a la valeur non valide {value}</translation>
    </message>
    <message>
        <source>{loosened} Nothing was deleted.</source>
        <translation>{loosened} Rien n’a été supprimé.</translation>
    </message>
    <message>
        <source>{name} contains no text.</source>
        <translation>{name} ne contient pas de texte.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t contain the add-on, so it was deleted.</source>
        <translation>{name} ne contient pas le module et a donc été supprimé.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t make embeddings.</source>
        <translation>{name} ne produit pas d’embeddings.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t need a head profile. {reason}</source>
        <translation>{name} n’a pas besoin de profil des têtes. {reason}</translation>
    </message>
    <message>
        <source>{name} failed to load {times} times in a row, so Longthread stopped trying.</source>
        <translation>Le chargement de {name} a échoué {times} fois de suite&#xa0;; Longthread n’essaie plus.</translation>
    </message>
    <message>
        <source>{name} has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>{name} compte environ {tokens} tokens, mais le contexte n’a de place que pour {room}.</translation>
    </message>
    <message>
        <source>{name} has changed since you added it.</source>
        <translation>{name} a changé depuis que vous l’avez ajouté.</translation>
    </message>
    <message>
        <source>{name} has more than {most} MB of text.</source>
        <translation>{name} contient plus de {most} Mo de texte.</translation>
    </message>
    <message>
        <source>{name} is a GGUF file without a model architecture.</source>
        <translation>{name} est un fichier GGUF sans architecture de modèle.</translation>
    </message>
    <message>
        <source>{name} is a big-endian GGUF file.</source>
        <translation>{name} est un fichier GGUF big-endian.</translation>
    </message>
    <message>
        <source>{name} is for audio, not for images.</source>
        <translation>{name} est fait pour l’audio, pas pour les images.</translation>
    </message>
    <message>
        <source>{name} is incomplete.</source>
        <translation>{name} est incomplet.</translation>
    </message>
    <message>
        <source>{name} is larger than announced.</source>
        <translation>{name} est plus volumineux qu’annoncé.</translation>
    </message>
    <message>
        <source>{name} is loaded. Your chat continues.</source>
        <translation>{name} est chargé. Votre discussion continue.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts of a model, but its name doesn&apos;t say which one.</source>
        <translation>{name} est l’une des {count} parties d’un modèle, mais son nom ne dit pas laquelle.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts, but its name says {named}.</source>
        <translation>{name} est l’une de {count} parties, mais son nom indique {named}.</translation>
    </message>
    <message>
        <source>{name} is still being written.</source>
        <translation>{name} est encore en cours d’écriture.</translation>
    </message>
    <message>
        <source>{name} is the vision projector of another model: it has {widths} numbers per row, this model has {width}.</source>
        <translation>{name} est le projecteur de vision d’un autre modèle&#xa0;: il a {widths} nombres par ligne, ce modèle {width}.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a GGUF model file.</source>
        <translation>{name} n’est pas un fichier de modèle GGUF.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a model file.</source>
        <translation>{name} n’est pas un fichier de modèle.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a vision projector.</source>
        <translation>{name} n’est pas un projecteur de vision.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t plain text.</source>
        <translation>{name} n’est pas du texte brut.</translation>
    </message>
    <message>
        <source>{name} made no progress while loading, so Longthread stopped it.</source>
        <translation>Le chargement de {name} n’avançait plus&#xa0;; Longthread l’a arrêté.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM or VRAM, but only {free:memory} is free.</source>
        <translation>{name} demande environ {need:memory} de RAM ou de VRAM, mais il n’en reste que {free:memory}.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM, but only {free:memory} is free.</source>
        <translation>{name} demande environ {need:memory} de RAM, mais il n’en reste que {free:memory}.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} on {device}, but only {free:memory} is free there.</source>
        <translation>{name} demande environ {need:memory} sur {device}, mais il n’y reste que {free:memory}.</translation>
    </message>
    <message>
        <source>{name} uses GGUF version {version}. Longthread supports versions 2 and 3.</source>
        <translation>{name} utilise la version {version} de GGUF. Longthread gère les versions 2 et 3.</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} a été déplacé ou supprimé.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its KV cache uses only {taken:memory} of the {budget:memory} you allow.</source>
        <translation>{name} a été entraîné pour {most} tokens&#xa0;; son cache KV n’utilise donc que {taken:memory} des {budget:memory} que vous autorisez.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its context isn&apos;t larger, although you set {asked}. Longer chats continue with compaction.</source>
        <translation>{name} a été entraîné pour {most} tokens&#xa0;; son contexte n’est donc pas plus grand, bien que vous ayez choisi {asked}. Les discussions plus longues continuent avec le compactage.</translation>
    </message>
    <message>
        <source>{n} documents have changed.</source>
        <translation>{n} documents ont changé.</translation>
    </message>
    <message>
        <source>{n} files were skipped. Choose a smaller folder.</source>
        <translation>Fichiers ignorés&#xa0;: {n}. Choisissez un dossier plus petit.</translation>
    </message>
    <message>
        <source>{n} files were skipped: too large, too many or not text.</source>
        <translation>Fichiers ignorés&#xa0;: {n} (trop volumineux, trop nombreux ou sans texte).</translation>
    </message>
    <message>
        <source>{on} of {layers} layers run on {device}, the others on the processor.</source>
        <translation>Couches sur {device}&#xa0;: {on} sur {layers}, les autres sur le processeur.</translation>
    </message>
    <message>
        <source>{repo} no longer has {name}.</source>
        <translation>{repo} ne contient plus {name}.</translation>
    </message>
    <message>
        <source>{rescued} The damaged file is kept as {path}, next to backups from earlier days.</source>
        <translation>{rescued} Le fichier endommagé est conservé sous {path}, à côté des sauvegardes des jours précédents.</translation>
    </message>
    <message>
        <source>{text} isn&apos;t a number</source>
        <translation>{text} n’est pas un nombre</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} tokens, les {layers} couches sur le GPU, cache KV {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the processor ({threads} threads), KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} tokens, les {layers} couches sur le processeur ({threads} threads), cache KV {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{tokens} tokens, {there} of {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} tokens, couches sur le GPU&#xa0;: {there} sur {layers}, cache KV {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{why:whole} The model was loaded for text only.</source>
        <translation>{why:whole} Le modèle a été chargé pour le texte seulement.</translation>
    </message>
    <message>
        <source>{why} The model continues without the document, which stays in the chat.</source>
        <translation>{why} Le modèle continue sans le document, qui reste dans la discussion.</translation>
    </message>
    <message>
        <source>{why} The model continues without the image, which stays in the chat.</source>
        <translation>{why} Le modèle continue sans l’image, qui reste dans la discussion.</translation>
    </message>
    <message>
        <source>“Stay offline” is on.</source>
        <translation>«&#xa0;Rester hors ligne&#xa0;» est activé.</translation>
    </message>
    <message>
        <source>“\{kind}” is unknown; write a backslash as \\</source>
        <translation>«&#xa0;\{kind}&#xa0;» est inconnu&#xa0;; écrivez \\ pour une barre oblique inverse</translation>
    </message>
    <message>
        <source>“{char}” has nothing to repeat</source>
        <translation>rien à répéter avant «&#xa0;{char}&#xa0;»</translation>
    </message>
    <message>
        <source>“{kv_type}” isn&apos;t a KV cache type.</source>
        <translation>«&#xa0;{kv_type}&#xa0;» n’est pas un type de cache KV.</translation>
    </message>
    <message>
        <source>“{name}” contains a chat that is too large to import.</source>
        <translation>«&#xa0;{name}&#xa0;» contient une discussion trop grande pour l’import.</translation>
    </message>
    <message>
        <source>“{name}” contains a damaged chat ({reason}).</source>
        <translation>«&#xa0;{name}&#xa0;» contient une discussion endommagée ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” contains a message that is too large to import.</source>
        <translation>«&#xa0;{name}&#xa0;» contient un message trop grand pour l’import.</translation>
    </message>
    <message>
        <source>“{name}” contains damaged folders ({reason}).</source>
        <translation>«&#xa0;{name}&#xa0;» contient des dossiers endommagés ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” contains no chats.</source>
        <translation>«&#xa0;{name}&#xa0;» ne contient aucune discussion.</translation>
    </message>
    <message>
        <source>“{name}” contains no files that Longthread can read.</source>
        <translation>«&#xa0;{name}&#xa0;» ne contient aucun fichier que Longthread puisse lire.</translation>
    </message>
    <message>
        <source>“{name}” contains only images of pages, no text.</source>
        <translation>«&#xa0;{name}&#xa0;» ne contient que des images de pages, sans texte.</translation>
    </message>
    <message>
        <source>“{name}” contains slides, which Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» contient des diapositives, que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{name}” contains too many files.</source>
        <translation>«&#xa0;{name}&#xa0;» contient trop de fichiers.</translation>
    </message>
    <message>
        <source>“{name}” contains unsafe XML.</source>
        <translation>«&#xa0;{name}&#xa0;» contient du XML dangereux.</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t exist or isn&apos;t a file.</source>
        <translation>«&#xa0;{name}&#xa0;» n’existe pas ou n’est pas un fichier.</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t say which format version it uses.</source>
        <translation>«&#xa0;{name}&#xa0;» n’indique pas sa version de format.</translation>
    </message>
    <message>
        <source>“{name}” has a structure that Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» a une structure que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{name}” has an image format that Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» a un format d’image que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{name}” has changed.</source>
        <translation>«&#xa0;{name}&#xa0;» a changé.</translation>
    </message>
    <message>
        <source>“{name}” has {total} pages. The limit is {most}.</source>
        <translation>«&#xa0;{name}&#xa0;» a {total} pages. La limite est de {most}.</translation>
    </message>
    <message>
        <source>“{name}” is a Rich Text file, which Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» est un fichier Rich Text, que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>«&#xa0;{name}&#xa0;» est un dossier.</translation>
    </message>
    <message>
        <source>“{name}” is a workbook, which Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» est un classeur, que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{name}” is an OpenDocument file, which Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» est un fichier OpenDocument, que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{name}” is an archive.</source>
        <translation>«&#xa0;{name}&#xa0;» est une archive.</translation>
    </message>
    <message>
        <source>“{name}” is an image, but no model with a vision projector is loaded.</source>
        <translation>«&#xa0;{name}&#xa0;» est une image, mais aucun modèle avec projecteur de vision n’est chargé.</translation>
    </message>
    <message>
        <source>“{name}” is an image.</source>
        <translation>«&#xa0;{name}&#xa0;» est une image.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or isn&apos;t what it seems.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé ou n’est pas ce qu’il paraît.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or too large.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé ou trop volumineux.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, and no messages could be recovered from it.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé, et aucun message n’a pu en être récupéré.</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: none of its pages can be read.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé&#xa0;: aucune de ses pages n’est lisible.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the document is incomplete.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé&#xa0;: le document est incomplet.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the file is incomplete.</source>
        <translation>«&#xa0;{name}&#xa0;» est endommagé&#xa0;: le fichier est incomplet.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>«&#xa0;{name}&#xa0;» est vide.</translation>
    </message>
    <message>
        <source>“{name}” is gone.</source>
        <translation>«&#xa0;{name}&#xa0;» a disparu.</translation>
    </message>
    <message>
        <source>“{name}” is in an old Office format.</source>
        <translation>«&#xa0;{name}&#xa0;» est dans un ancien format Office.</translation>
    </message>
    <message>
        <source>“{name}” is in use.</source>
        <translation>«&#xa0;{name}&#xa0;» est en cours d’utilisation.</translation>
    </message>
    <message>
        <source>“{name}” is password-protected.</source>
        <translation>«&#xa0;{name}&#xa0;» est protégé par mot de passe.</translation>
    </message>
    <message>
        <source>“{name}” is taking a while.</source>
        <translation>«&#xa0;{name}&#xa0;» prend du temps.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size:size}; the limit is {most:size}).</source>
        <translation>«&#xa0;{name}&#xa0;» est trop volumineux ({size:size}&#xa0;; la limite est de {most:size}).</translation>
    </message>
    <message>
        <source>“{name}” is too large when unpacked.</source>
        <translation>«&#xa0;{name}&#xa0;» est trop volumineux une fois décompressé.</translation>
    </message>
    <message>
        <source>“{name}” is too long (more than {most} characters of text).</source>
        <translation>«&#xa0;{name}&#xa0;» est trop long (plus de {most} caractères de texte).</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Longthread database.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas une base de données de Longthread.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Word document.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un document Word.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a chat export that Longthread supports.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un export de discussions que Longthread reconnaît.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a text file.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un fichier texte.</translation>
    </message>
    <message>
        <source>“{name}” takes too long to read.</source>
        <translation>La lecture de «&#xa0;{name}&#xa0;» prend trop de temps.</translation>
    </message>
    <message>
        <source>“{name}” takes too much RAM to read.</source>
        <translation>La lecture de «&#xa0;{name}&#xa0;» demande trop de RAM.</translation>
    </message>
    <message>
        <source>“{name}” uses an encryption that Longthread can&apos;t read.</source>
        <translation>«&#xa0;{name}&#xa0;» utilise un chiffrement que Longthread ne peut pas lire.</translation>
    </message>
    <message>
        <source>“{pattern}” isn&apos;t a valid pattern ({reason}).</source>
        <translation>«&#xa0;{pattern}&#xa0;» n’est pas un motif valide ({reason}).</translation>
    </message>
    <message>
        <source>“{repo}” isn&apos;t a valid repository name.</source>
        <translation>«&#xa0;{repo}&#xa0;» n’est pas un nom de dépôt valide.</translation>
    </message>
    <message>
        <source>“{text}” doesn&apos;t belong here</source>
        <translation>«&#xa0;{text}&#xa0;» n’a pas sa place ici</translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>%Ln saved session(s)</source>
        <translation>
            <numerusform>%Ln session enregistrée</numerusform>
            <numerusform>%Ln sessions enregistrées</numerusform>
        </translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Change it if another program uses this port.</source>
        <translation>Changez-le si un autre programme utilise ce port.</translation>
    </message>
    <message>
        <source>Coding agent (Claude Code)</source>
        <translation>Agent de code (Claude Code)</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>Connecter un programme</translation>
    </message>
    <message>
        <source>Copied text contains your key. Programs may use any model name.</source>
        <translation>Le texte copié contient votre clé. Les programmes peuvent indiquer n’importe quel nom de modèle.</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Copier l’adresse</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Copier la clé</translation>
    </message>
    <message>
        <source>Copy: {name}</source>
        <translation>Copier&#xa0;: {name}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Masquer</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Lets editors, coding agents and scripts on this computer use your model through the OpenAI and Anthropic APIs. When their context fills up, Longthread compacts it and the conversation continues.</source>
        <translation>Permet aux éditeurs, agents de code et scripts de cet ordinateur d’utiliser votre modèle par les API d’OpenAI et d’Anthropic. Quand leur contexte se remplit, Longthread le compacte et la conversation continue.</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Serveur local</translation>
    </message>
    <message>
        <source>Make a new key. Programs with the old one lose access.</source>
        <translation>Créer une nouvelle clé. Les programmes qui ont l’ancienne perdent l’accès.</translation>
    </message>
    <message>
        <source>Nothing else on your network can reach the server, and programs need the key. Their conversations don&apos;t appear among your chats; the Privacy page shows what is saved of them.</source>
        <translation>Rien d’autre sur votre réseau ne peut joindre le serveur, et les programmes ont besoin de la clé. Leurs conversations n’apparaissent pas parmi vos discussions&#xa0;; la page «&#xa0;Confidentialité&#xa0;» montre ce qui en est enregistré.</translation>
    </message>
    <message>
        <source>Off. No program can use your model.</source>
        <translation>Désactivé. Aucun programme ne peut utiliser votre modèle.</translation>
    </message>
    <message>
        <source>On, but no model is loaded. Load one so that programs get replies.</source>
        <translation>Activé, mais aucun modèle n’est chargé. Chargez-en un pour que les programmes aient des réponses.</translation>
    </message>
    <message>
        <source>On. Programs on this computer can use your model.</source>
        <translation>Activé. Les programmes de cet ordinateur peuvent utiliser votre modèle.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Python (openai package)</source>
        <translation>Python (paquet openai)</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Requêtes</translation>
    </message>
    <message>
        <source>Requests appear here while the server is on.</source>
        <translation>Les requêtes apparaissent ici quand le serveur est activé.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Démarrage…</translation>
    </message>
    <message>
        <source>Terminal (curl)</source>
        <translation>Terminal (curl)</translation>
    </message>
    <message>
        <source>The server starts when you load a model.</source>
        <translation>Le serveur démarre quand vous chargez un modèle.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>VS Code and JetBrains (Continue, config.yaml)</source>
        <translation>VS Code et JetBrains (Continue, config.yaml)</translation>
    </message>
    <message>
        <source>Your system has no password store. The key changes when Longthread restarts.</source>
        <translation>Votre système n’a pas de trousseau. La clé change quand Longthread redémarre.</translation>
    </message>
    <message>
        <source>done in {time}</source>
        <translation>terminé en {time}</translation>
    </message>
    <message>
        <source>error {status}</source>
        <translation>erreur {status}</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>en cours</translation>
    </message>
    <message>
        <source>read {new} of {all} tokens</source>
        <translation>{new} tokens lus sur {all}</translation>
    </message>
    <message>
        <source>wrote {n}</source>
        <translation>{n} écrits</translation>
    </message>
    <message>
        <source>{n} done since the start</source>
        <translation>{n} depuis le démarrage</translation>
    </message>
    <message>
        <source>{n} in progress</source>
        <translation>{n} en cours</translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation>{n} en attente</translation>
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
        <translation>0 choisit toujours le mot le plus probable&#xa0;; une valeur plus haute varie davantage.</translation>
    </message>
    <message>
        <source>A JSON schema, or a GBNF grammar with a “root” rule.</source>
        <translation>Un schéma JSON, ou une grammaire GBNF avec une règle «&#xa0;root&#xa0;».</translation>
    </message>
    <message>
        <source>Above 1 avoids recently used words.</source>
        <translation>Au-dessus de 1, évite les mots récents.</translation>
    </message>
    <message>
        <source>Addresses of computers that run “Longthread --rpc-worker”, such as 192.168.1.20:50052.</source>
        <translation>Adresses des ordinateurs où tourne «&#xa0;Longthread --rpc-worker&#xa0;», par exemple 192.168.1.20:50052.</translation>
    </message>
    <message>
        <source>Advanced sampling</source>
        <translation>Échantillonnage avancé</translation>
    </message>
    <message>
        <source>Alerts you when a longer reply finishes while you use another window. Notifications need a tray icon and never show the reply.</source>
        <translation>Vous prévient quand une longue réponse se termine pendant que vous utilisez une autre fenêtre. Demande une icône de notification&#xa0;; la réponse n’est jamais affichée.</translation>
    </message>
    <message>
        <source>Allowed phrase length</source>
        <translation>Longueur de redite permise</translation>
    </message>
    <message>
        <source>Animates interface changes. Always off if your system reduces motion.</source>
        <translation>Anime les changements de l’interface. Toujours désactivé si votre système réduit les animations.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>Asks Longthread&apos;s release page once a week whether there is a new version. Nothing is installed without you.</source>
        <translation>Consulte une fois par semaine la page des versions de Longthread. Rien n’est installé sans vous.</translation>
    </message>
    <message>
        <source>Avoids words more the more often they were used; below 0 prefers them.</source>
        <translation>Évite d’autant plus les mots qu’ils ont souvent servi&#xa0;; en dessous de 0, les préfère.</translation>
    </message>
    <message>
        <source>Avoids words that were already used; below 0 prefers them.</source>
        <translation>Évite les mots déjà utilisés&#xa0;; en dessous de 0, les préfère.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Taille de lot</translation>
    </message>
    <message>
        <source>Below 1, the temperature reacts early to uncertainty; above 1, late. Needs a temperature range.</source>
        <translation>Sous 1, la température réagit tôt à l’incertitude&#xa0;; au-dessus de 1, tard. Demande une plage de température.</translation>
    </message>
    <message>
        <source>Blocks all network requests, including searches, downloads and workers.</source>
        <translation>Bloque tout accès au réseau, y compris recherches, téléchargements et workers.</translation>
    </message>
    <message>
        <source>Brings Longthread to the front, whichever program you use.</source>
        <translation>Amène Longthread au premier plan depuis n’importe quel programme.</translation>
    </message>
    <message>
        <source>CPU threads to use. Automatic: measured when you first load a model.</source>
        <translation>Threads du processeur à utiliser. Automatique&#xa0;: mesuré au premier chargement d’un modèle.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Chat text size</source>
        <translation>Taille du texte</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>Vérifier les mises à jour chaque semaine</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Vérifier l’orthographe</translation>
    </message>
    <message>
        <source>Collect facts from chats</source>
        <translation>Collecter les faits des discussions</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>Collecter les faits des documents</translation>
    </message>
    <message>
        <source>Compact automatically</source>
        <translation>Compactage automatique</translation>
    </message>
    <message>
        <source>Compact down to</source>
        <translation>Compacter jusqu’à</translation>
    </message>
    <message>
        <source>Compacts the older part of a chat when its context fills up.</source>
        <translation>Compacte la partie ancienne d’une discussion quand son contexte se remplit.</translation>
    </message>
    <message>
        <source>Compacts the oldest part, or forgets the oldest messages: the text stays, but the model no longer sees it. Models that can&apos;t compact always forget.</source>
        <translation>Compacte la partie la plus ancienne, ou oublie les plus vieux messages&#xa0;: le texte reste, mais le modèle ne le voit plus. Les modèles sans compactage oublient toujours.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>Context as a share</source>
        <translation>Contexte en part de RAM/VRAM</translation>
    </message>
    <message>
        <source>Context in MB</source>
        <translation>Contexte en Mo</translation>
    </message>
    <message>
        <source>Context in tokens</source>
        <translation>Contexte en tokens</translation>
    </message>
    <message>
        <source>Context meter</source>
        <translation>Jauge de contexte</translation>
    </message>
    <message>
        <source>Context size in</source>
        <translation>Taille du contexte en</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Densité</translation>
    </message>
    <message>
        <source>Dictionaries your messages are checked with. Your system provides them. Automatic: the languages of the system and of the window.</source>
        <translation>Dictionnaires utilisés pour vérifier vos messages, fournis par votre système. Automatique&#xa0;: les langues du système et de l’interface.</translation>
    </message>
    <message>
        <source>Enter sends and Shift+Enter adds a line. When off, the other way around.</source>
        <translation>Entrée envoie, Maj+Entrée ajoute une ligne. Si désactivé, l’inverse.</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Follow linked facts</source>
        <translation>Suivre les faits liés</translation>
    </message>
    <message>
        <source>Follow the system, or always use light or dark.</source>
        <translation>Suivre le système, ou rester toujours en clair ou en sombre.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Frees the model&apos;s RAM and VRAM when it wasn&apos;t used for a while. It loads again when you write or send a message. Not while the local server runs.</source>
        <translation>Libère la RAM et la VRAM du modèle après un temps sans utilisation. Il se recharge quand vous écrivez ou envoyez un message. Pas tant que le serveur local est activé.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Pénalité de fréquence</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>Go</translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation>Couches sur le GPU</translation>
    </message>
    <message>
        <source>Generate titles</source>
        <translation>Générer les titres</translation>
    </message>
    <message>
        <source>Gives the model passages of the chat&apos;s documents that match your message, and cites them in the reply.</source>
        <translation>Donne au modèle les passages des documents de la discussion qui correspondent à votre message, et les cite dans la réponse.</translation>
    </message>
    <message>
        <source>Global shortcut</source>
        <translation>Raccourci global</translation>
    </message>
    <message>
        <source>How far the temperature varies with the model&apos;s uncertainty. 0 keeps it fixed.</source>
        <translation>Variation de la température selon l’incertitude du modèle. 0 la garde fixe.</translation>
    </message>
    <message>
        <source>How many recent tokens these three penalties consider; -1 for all.</source>
        <translation>Nombre de tokens récents pris en compte par ces trois pénalités&#xa0;; -1 pour tous.</translation>
    </message>
    <message>
        <source>How many recent tokens to search for repeated phrases; -1 for all.</source>
        <translation>Nombre de tokens récents où chercher des redites&#xa0;; -1 pour tous.</translation>
    </message>
    <message>
        <source>How much the model reasons, if supported. Auto: model default.</source>
        <translation>Ampleur du raisonnement, si le modèle le permet. Auto&#xa0;: valeur du modèle.</translation>
    </message>
    <message>
        <source>How much the penalty grows with each repeated word.</source>
        <translation>Hausse de la pénalité à chaque mot répété.</translation>
    </message>
    <message>
        <source>How often the likeliest words are skipped (XTC) so that less common ones get a chance.</source>
        <translation>Fréquence à laquelle les mots les plus probables sont exclus (XTC), pour laisser une chance aux plus rares.</translation>
    </message>
    <message>
        <source>How quickly Mirostat adapts.</source>
        <translation>Vitesse d’adaptation de Mirostat.</translation>
    </message>
    <message>
        <source>How strongly to avoid repeated phrases (DRY). 0 turns this off.</source>
        <translation>Force avec laquelle les redites sont évitées (DRY). 0 désactive.</translation>
    </message>
    <message>
        <source>How surprising the text should be. Lower is plainer.</source>
        <translation>À quel point le texte doit surprendre. Une valeur plus basse donne un texte plus sobre.</translation>
    </message>
    <message>
        <source>If a compaction would leave fewer of the next 100 words unchanged, Longthread compacts less, as long as that frees enough space. 0 for no limit.</source>
        <translation>S’il devait rester moins de mots inchangés sur les 100 suivants, Longthread compacte moins, tant que cela libère assez de place. 0 pour aucune limite.</translation>
    </message>
    <message>
        <source>If prepared documents need more space, the least recently used are deleted and prepared again when needed.</source>
        <translation>Si les documents préparés ont besoin de plus de place, les moins récemment utilisés sont supprimés, puis préparés de nouveau au besoin.</translation>
    </message>
    <message>
        <source>If saved states need more space, the least recently used are deleted and Longthread rereads those chats when you open them. Automatic is a tenth of the free space, at most 20 GB.</source>
        <translation>Si les états enregistrés ont besoin de plus de place, les moins récemment utilisés sont supprimés&#xa0;; Longthread relit ces discussions à l’ouverture. Automatique&#xa0;: un dixième de l’espace libre, 20 Go au plus.</translation>
    </message>
    <message>
        <source>Instructions at the start of every new chat. They are never compacted.</source>
        <translation>Consignes au début de chaque nouvelle discussion. Elles ne sont jamais compactées.</translation>
    </message>
    <message>
        <source>Interface language. Applies after restart; the model replies in the language you write in.</source>
        <translation>Langue de l’interface. S’applique après un redémarrage&#xa0;; le modèle répond dans la langue où vous écrivez.</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Taille de l’interface</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>Type de cache KV</translation>
    </message>
    <message>
        <source>Keep recent tokens</source>
        <translation>Tokens récents à garder</translation>
    </message>
    <message>
        <source>Keeps how likely each token of a reply was, and what else could have stood in its place. A button below the reply shows this.</source>
        <translation>Conserve la probabilité de chaque token d’une réponse, et ce qui aurait pu se trouver à sa place. Un bouton sous la réponse l’affiche.</translation>
    </message>
    <message>
        <source>Keeps the text evenly surprising instead of limiting the choice. Replaces top k, top p and similar limits.</source>
        <translation>Maintient un degré de surprise constant au lieu de limiter le choix. Remplace top k, top p et les limites semblables.</translation>
    </message>
    <message>
        <source>Keeps words about as surprising as the model expects, up to this share. 100 % for all.</source>
        <translation>Garde les mots à peu près aussi surprenants que le modèle le prévoit, jusqu’à cette part. 100&#xa0;% pour tous.</translation>
    </message>
    <message>
        <source>Keeps words within this many standard deviations of the likeliest. 0 for all.</source>
        <translation>Garde les mots à moins de ce nombre d’écarts types du plus probable. 0 pour tous.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Length and stopping</source>
        <translation>Longueur et arrêt</translation>
    </message>
    <message>
        <source>Load a chat&apos;s model</source>
        <translation>Charger le modèle d’une discussion</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>Mo</translation>
    </message>
    <message>
        <source>Maximum reply length</source>
        <translation>Longueur max. de réponse</translation>
    </message>
    <message>
        <source>Maximum size of the KV cache.</source>
        <translation>Taille maximale du cache KV.</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Minimum unchanged words</source>
        <translation>Mots inchangés (minimum)</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Mirostat speed</source>
        <translation>Vitesse de Mirostat</translation>
    </message>
    <message>
        <source>Mirostat surprise</source>
        <translation>Surprise de Mirostat</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Model layers that run on the GPU, 0 for none. Automatic: as many as fit.</source>
        <translation>Couches du modèle qui tournent sur le GPU, 0 pour aucune. Automatique&#xa0;: autant qu’il en tient.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Animations</translation>
    </message>
    <message>
        <source>Notify when a reply is ready</source>
        <translation>Notifier quand une réponse est prête</translation>
    </message>
    <message>
        <source>Number format of the KV cache. q8_0 needs half of f16 with almost no loss; q5_0 and q4_0 need a third and lose some quality.</source>
        <translation>Format des nombres du cache KV. q8_0 prend la moitié de f16 presque sans perte&#xa0;; q5_0 et q4_0 prennent un tiers et perdent un peu en qualité.</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Autres ordinateurs</translation>
    </message>
    <message>
        <source>Output format</source>
        <translation>Format de sortie</translation>
    </message>
    <message>
        <source>Passages for your message also come from facts about the people and things you name, and from facts linked with those.</source>
        <translation>Les passages pour votre message viennent aussi des faits sur les personnes et les choses que vous citez, et des faits liés à ceux-ci.</translation>
    </message>
    <message>
        <source>Passages from documents</source>
        <translation>Passages des documents</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>Portée des pénalités</translation>
    </message>
    <message>
        <source>Phrase penalty</source>
        <translation>Pénalité de redite</translation>
    </message>
    <message>
        <source>Phrase penalty growth</source>
        <translation>Hausse de la pénalité de redite</translation>
    </message>
    <message>
        <source>Phrase search range</source>
        <translation>Portée pour les redites</translation>
    </message>
    <message>
        <source>Phrases up to this length may repeat.</source>
        <translation>Les redites jusqu’à cette longueur sont permises.</translation>
    </message>
    <message>
        <source>Picks from the k likeliest words. 0 for all.</source>
        <translation>Choisit parmi les k mots les plus probables. 0 pour tous.</translation>
    </message>
    <message>
        <source>Picks from the likeliest words that together reach this share.</source>
        <translation>Choisit parmi les mots les plus probables qui atteignent ensemble cette part.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Énergie</translation>
    </message>
    <message>
        <source>Prepare documents</source>
        <translation>Préparer les documents</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Pénalité de présence</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Confidentialité</translation>
    </message>
    <message>
        <source>Puts as many layers as fit on computers that lend their RAM or VRAM, for models that are too large for this one. Replies are slower over the network.</source>
        <translation>Place autant de couches que possible sur des ordinateurs qui prêtent leur RAM ou leur VRAM, quand un modèle est trop grand pour cet ordinateur. Les réponses sont plus lentes par le réseau.</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Raisonnement</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>Effort de raisonnement</translation>
    </message>
    <message>
        <source>Reasoning in context</source>
        <translation>Raisonnement dans le contexte</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Pénalité de répétition</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Répétition</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Réponses</translation>
    </message>
    <message>
        <source>Replies end before any of these texts appears. Write \n for a new line.</source>
        <translation>Les réponses s’arrêtent avant l’un de ces textes. Écrivez \n pour un retour à la ligne.</translation>
    </message>
    <message>
        <source>Replies stop at this length. You can continue them.</source>
        <translation>Les réponses s’arrêtent à cette longueur. Vous pouvez les continuer.</translation>
    </message>
    <message>
        <source>Required for compaction and smaller KV cache types. Auto: best choice for your device.</source>
        <translation>Nécessaire au compactage et aux types de cache KV réduits. Auto&#xa0;: le meilleur choix pour votre matériel.</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>Réservé à la réponse</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Échantillonnage</translation>
    </message>
    <message>
        <source>Save power on battery</source>
        <translation>Économiser la batterie</translation>
    </message>
    <message>
        <source>Schema or grammar</source>
        <translation>Schéma ou grammaire</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Send with Enter</source>
        <translation>Envoyer avec Entrée</translation>
    </message>
    <message>
        <source>Set the context size in tokens, in MB, or as a share of free RAM and VRAM. Applies the next time a model is loaded.</source>
        <translation>Taille du contexte en tokens, en Mo ou en part de la RAM et de la VRAM libres. S’applique au prochain chargement d’un modèle.</translation>
    </message>
    <message>
        <source>Share of the RAM and VRAM that is free when no model is loaded.</source>
        <translation>Part de la RAM et de la VRAM libres quand aucun modèle n’est chargé.</translation>
    </message>
    <message>
        <source>Share of the context in use after compaction. Lower frees more space but keeps less detail.</source>
        <translation>Part du contexte occupée après un compactage. Plus bas libère plus de place, mais garde moins de détails.</translation>
    </message>
    <message>
        <source>Share of the context in use at which compaction starts.</source>
        <translation>Part du contexte occupée à partir de laquelle le compactage commence.</translation>
    </message>
    <message>
        <source>Share of the layers on each GPU, such as 3, 1. Leave empty to split by free VRAM.</source>
        <translation>Part des couches sur chaque GPU, par exemple 3, 1. Vide&#xa0;: répartition selon la VRAM libre.</translation>
    </message>
    <message>
        <source>Show one line that opens when you click it or when the context is being read or compacted, or always show the details.</source>
        <translation>Afficher une ligne qui s’ouvre d’un clic ou pendant la lecture ou le compactage du contexte, ou toujours afficher les détails.</translation>
    </message>
    <message>
        <source>Shows an icon if the system has a tray. Closing the window still quits.</source>
        <translation>Affiche une icône si le système a une zone de notification. Fermer la fenêtre quitte toujours Longthread.</translation>
    </message>
    <message>
        <source>Size of text, buttons and images in the whole window. Applies after restart.</source>
        <translation>Taille du texte, des boutons et des images dans toute la fenêtre. S’applique après un redémarrage.</translation>
    </message>
    <message>
        <source>Size of the text in messages and in the message field.</source>
        <translation>Taille du texte dans les messages et le champ de saisie.</translation>
    </message>
    <message>
        <source>Skip likely words</source>
        <translation>Exclure les mots probables</translation>
    </message>
    <message>
        <source>Skip threshold</source>
        <translation>Seuil d’exclusion</translation>
    </message>
    <message>
        <source>Skips words less likely than this share of the likeliest.</source>
        <translation>Exclut les mots moins probables que cette part du plus probable.</translation>
    </message>
    <message>
        <source>Space between lines, messages and chats.</source>
        <translation>Espace entre les lignes, les messages et les discussions.</translation>
    </message>
    <message>
        <source>Space for documents</source>
        <translation>Espace pour les documents</translation>
    </message>
    <message>
        <source>Space for passages</source>
        <translation>Place pour les passages</translation>
    </message>
    <message>
        <source>Space for saved states</source>
        <translation>Espace pour les états enregistrés</translation>
    </message>
    <message>
        <source>Spelling languages</source>
        <translation>Langues de l’orthographe</translation>
    </message>
    <message>
        <source>Split across GPUs</source>
        <translation>Répartition entre GPU</translation>
    </message>
    <message>
        <source>Start compacting at</source>
        <translation>Compacter à partir de</translation>
    </message>
    <message>
        <source>Stay awake while working</source>
        <translation>Empêcher la mise en veille</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Rester hors ligne</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>Séquences d’arrêt</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>Courbe de température</translation>
    </message>
    <message>
        <source>Temperature range</source>
        <translation>Plage de température</translation>
    </message>
    <message>
        <source>Text leaves replies free. JSON, a JSON schema or a grammar structures the reply, but not the reasoning.</source>
        <translation>«&#xa0;Texte&#xa0;» laisse les réponses libres. JSON, un schéma JSON ou une grammaire structurent la réponse, mais pas le raisonnement.</translation>
    </message>
    <message>
        <source>The model also lists who and what your chats are about, when it&apos;s idle. When you turn this off, facts from chats are deleted.</source>
        <translation>Au repos, le modèle relève aussi de qui et de quoi parlent vos discussions. Si vous désactivez ceci, les faits des discussions sont supprimés.</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your chats&apos; documents and how they&apos;re linked, when it&apos;s idle. Code is left out.</source>
        <translation>Au repos, le modèle relève les personnes, organisations et lieux des documents de vos discussions, et leurs liens. Le code est ignoré.</translation>
    </message>
    <message>
        <source>The model names a chat after its first reply, when it&apos;s idle. When off, the first line of your message is the title.</source>
        <translation>Au repos, le modèle nomme une discussion après sa première réponse. Si désactivé, la première ligne de votre message sert de titre.</translation>
    </message>
    <message>
        <source>The most recent tokens of a chat, kept in full detail.</source>
        <translation>Les tokens les plus récents d’une discussion, conservés intégralement.</translation>
    </message>
    <message>
        <source>The most that passages may add to a message. More gives the model more to go by but fills the context sooner.</source>
        <translation>Ce que les passages peuvent ajouter au plus à un message. En donner plus aide le modèle, mais remplit le contexte plus vite.</translation>
    </message>
    <message>
        <source>The same seed gives the same reply. -1 picks a random seed.</source>
        <translation>La même graine donne la même réponse. -1 choisit une graine au hasard.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thème</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Token details</source>
        <translation>Détail des tokens</translation>
    </message>
    <message>
        <source>Token probabilities</source>
        <translation>Probabilités des tokens</translation>
    </message>
    <message>
        <source>Tokens that fit before compaction starts. Automatic: as many as suit your computer and the model.</source>
        <translation>Tokens qui tiennent avant le début du compactage. Automatique&#xa0;: autant qu’il convient à votre ordinateur et au modèle.</translation>
    </message>
    <message>
        <source>Tokens that stay free for the next reply.</source>
        <translation>Tokens qui restent libres pour la prochaine réponse.</translation>
    </message>
    <message>
        <source>Tokens the model reads at once. Smaller batches need less RAM or VRAM and read more slowly.</source>
        <translation>Tokens que le modèle lit à la fois. Des lots plus petits demandent moins de RAM ou de VRAM, mais la lecture est plus lente.</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top n sigma</source>
        <translation>Top n sigma</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Tray icon</source>
        <translation>Icône de notification</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Underlines words in your message that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>Souligne les mots de votre message que le dictionnaire de votre système ne connaît pas.</translation>
    </message>
    <message>
        <source>Unload when idle</source>
        <translation>Décharger au repos</translation>
    </message>
    <message>
        <source>Use other computers</source>
        <translation>Utiliser d’autres ordinateurs</translation>
    </message>
    <message>
        <source>Use reasoning</source>
        <translation>Utiliser le raisonnement</translation>
    </message>
    <message>
        <source>When models are idle, they prepare the documents of your chats, so that chats have all of them in view. When off, only matching passages are used.</source>
        <translation>Au repos, les modèles préparent les documents de vos discussions, pour qu’ils y soient visibles en entier. Si désactivé, seuls les passages pertinents servent.</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Quand le contexte est plein</translation>
    </message>
    <message>
        <source>When you open a chat that was last used with another model: ask whether to load that model, always load it, or stay with the current model.</source>
        <translation>Quand vous ouvrez une discussion utilisée en dernier avec un autre modèle&#xa0;: demander s’il faut charger ce modèle, toujours le charger, ou garder le modèle actuel.</translation>
    </message>
    <message>
        <source>Whether reasoning stays in the context after the reply; you can always read it. Auto: model default.</source>
        <translation>Garde ou non le raisonnement dans le contexte après la réponse&#xa0;; vous pouvez toujours le lire. Auto&#xa0;: valeur du modèle.</translation>
    </message>
    <message>
        <source>Whether the model reasons before it replies, if supported. Auto: model default.</source>
        <translation>Fait ou non raisonner le modèle avant de répondre, s’il le peut. Auto&#xa0;: valeur du modèle.</translation>
    </message>
    <message>
        <source>While your computer runs on battery, Longthread doesn&apos;t prepare documents, collect facts, measure models or refine compactions, unless you ask it to.</source>
        <translation>Quand votre ordinateur est sur batterie, Longthread ne prépare pas de documents, ne collecte pas de faits, ne mesure pas de modèles et n’affine pas de compactages, sauf si vous le demandez.</translation>
    </message>
    <message>
        <source>Words at least this likely can be skipped; one of them always stays.</source>
        <translation>Les mots qui atteignent cette probabilité peuvent être exclus&#xa0;; il en reste toujours un.</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Workers</translation>
    </message>
    <message>
        <source>Your computer doesn&apos;t go to sleep automatically while a reply is written, or a model is downloaded or measured.</source>
        <translation>Votre ordinateur ne se met pas en veille de lui-même pendant qu’une réponse s’écrit, ou qu’un modèle est téléchargé ou mesuré.</translation>
    </message>
    <message>
        <source>of 100</source>
        <translation>sur 100</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%Ln character(s) too long. Longthread keeps the earlier text.</source>
        <translation>
            <numerusform>%Ln caractère de trop. Longthread garde le texte précédent.</numerusform>
            <numerusform>%Ln caractères de trop. Longthread garde le texte précédent.</numerusform>
        </translation>
    </message>
    <message>
        <source>All sections</source>
        <translation>Toutes les sections</translation>
    </message>
    <message>
        <source>Change “{label}” to use this.</source>
        <translation>Pour cela, modifiez «&#xa0;{label}&#xa0;».</translation>
    </message>
    <message>
        <source>Increase “{label}” to use this.</source>
        <translation>Pour cela, augmentez «&#xa0;{label}&#xa0;».</translation>
    </message>
    <message>
        <source>No matching settings.</source>
        <translation>Aucun réglage correspondant.</translation>
    </message>
    <message>
        <source>Reset “{label}” to its default</source>
        <translation>Rétablir la valeur par défaut de «&#xa0;{label}&#xa0;»</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Rechercher un réglage</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Section</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Sections</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Turn on “{label}” to use this.</source>
        <translation>Pour cela, activez «&#xa0;{label}&#xa0;».</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Backspace removes the shortcut. Esc cancels.</source>
        <translation>Retour arrière supprime le raccourci. Échap annule.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Click a shortcut to change it. Changes apply immediately.</source>
        <translation>Cliquez sur un raccourci pour le modifier. Les changements s’appliquent aussitôt.</translation>
    </message>
    <message>
        <source>Fixed shortcuts</source>
        <translation>Raccourcis fixes</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>No matching shortcuts.</source>
        <translation>Aucun raccourci correspondant.</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>Appuyez sur les touches…</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Réattribuer</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Tout réinitialiser</translation>
    </message>
    <message>
        <source>Reset “{action}” to its default shortcut</source>
        <translation>Rétablir le raccourci par défaut de «&#xa0;{action}&#xa0;»</translation>
    </message>
    <message>
        <source>Search by name or keys</source>
        <translation>Rechercher par nom ou touches</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>Rechercher un raccourci</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>“{other}” already uses {keys}.</source>
        <translation>«&#xa0;{other}&#xa0;» utilise déjà {keys}.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln discussion</numerusform>
            <numerusform>%Ln discussions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Désélectionner</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Créer</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Draft: {words}</source>
        <translation>Brouillon&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Dupliquer</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Exporter toutes les discussions</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>Exporter les discussions</translation>
    </message>
    <message>
        <source>Exporting to {name}</source>
        <translation>Export vers {name}</translation>
    </message>
    <message>
        <source>Folder settings…</source>
        <translation>Réglages du dossier…</translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation>
            <numerusform>Dossier {name}, %Ln discussion, {state}</numerusform>
            <numerusform>Dossier {name}, %Ln discussions, {state}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in %Ln message(s)</source>
        <translation>
            <numerusform>Trouvé dans %Ln message</numerusform>
            <numerusform>Trouvé dans %Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in more than %Ln message(s)</source>
        <translation>
            <numerusform>Trouvé dans plus de %Ln message</numerusform>
            <numerusform>Trouvé dans plus de %Ln messages</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>Importer des discussions d’un fichier…</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>Importer des discussions d’un dossier…</translation>
    </message>
    <message>
        <source>Importing {name}</source>
        <translation>Import de {name}</translation>
    </message>
    <message>
        <source>JSON with all versions…</source>
        <translation>JSON avec toutes les versions…</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Connaissances</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown…</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Bibliothèque de modèles</translation>
    </message>
    <message>
        <source>Models run on this computer, unless you switch on “Use other computers”. Longthread uses the network only for what you ask it to do.</source>
        <translation>Les modèles tournent sur cet ordinateur, sauf si vous activez «&#xa0;Utiliser d’autres ordinateurs&#xa0;». Longthread n’utilise le réseau que pour ce que vous lui demandez.</translation>
    </message>
    <message>
        <source>More: folders, import, export</source>
        <translation>Plus&#xa0;: dossiers, import, export</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to trash</source>
        <translation>
            <numerusform>Mettre %Ln discussion à la corbeille</numerusform>
            <numerusform>Mettre %Ln discussions à la corbeille</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Déplacer vers</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>Mettre à la corbeille</translation>
    </message>
    <message>
        <source>Move, export and more</source>
        <translation>Déplacer, exporter et plus</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>New chat in folder</source>
        <translation>Nouvelle discussion ici</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nouveau dossier…</translation>
    </message>
    <message>
        <source>No chats yet.
Your chats appear here.</source>
        <translation>Aucune discussion.
Vos discussions apparaîtront ici.</translation>
    </message>
    <message>
        <source>No results for “{searched}”.
Results contain every word, in any order.</source>
        <translation>Aucun résultat pour «&#xa0;{searched}&#xa0;».
Les résultats contiennent tous les mots, dans n’importe quel ordre.</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Plus anciennes</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>En ligne</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>Ouvrir dans une nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Épinglées</translation>
    </message>
    <message>
        <source>Printing on {name}</source>
        <translation>Impression sur {name}</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privé</translation>
    </message>
    <message>
        <source>Remove folder, keep chats</source>
        <translation>Supprimer seulement le dossier</translation>
    </message>
    <message>
        <source>Remove from folder</source>
        <translation>Retirer du dossier</translation>
    </message>
    <message>
        <source>Remove from folders</source>
        <translation>Retirer des dossiers</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Renommer la discussion</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Renommer le dossier</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Résultats de recherche</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Rechercher dans les titres et les messages</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>Cette semaine</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
    <message>
        <source>context {share} full</source>
        <translation>contexte rempli à {share}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vide</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>déplié</translation>
    </message>
    <message>
        <source>new reply</source>
        <translation>nouvelle réponse</translation>
    </message>
    <message>
        <source>not loaded yet</source>
        <translation>pas encore chargée</translation>
    </message>
    <message>
        <source>partly compacted</source>
        <translation>compactée en partie</translation>
    </message>
    <message>
        <source>writing a reply</source>
        <translation>réponse en cours</translation>
    </message>
    <message>
        <source>{chosen} selected</source>
        <translation>Sélection&#xa0;: {chosen}</translation>
    </message>
    <message numerus="yes">
        <source>{share} · %Ln chat(s)</source>
        <translation>
            <numerusform>{share} · %Ln discussion</numerusform>
            <numerusform>{share} · %Ln discussions</numerusform>
        </translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} tokens</translation>
    </message>
</context>
<context>
    <name>Speech</name>
    <message>
        <source>Can&apos;t read this aloud.</source>
        <translation>Impossible de lire ceci à voix haute.</translation>
    </message>
    <message>
        <source>Check the speech settings of your system.</source>
        <translation>Vérifiez les réglages de synthèse vocale de votre système.</translation>
    </message>
</context>
<context>
    <name>Spelling</name>
    <message>
        <source>Add to dictionary</source>
        <translation>Ajouter au dictionnaire</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorer</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Aucune suggestion</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Already open</source>
        <translation>Déjà ouvert</translation>
    </message>
    <message>
        <source>Can&apos;t open your chats</source>
        <translation>Impossible d’ouvrir vos discussions</translation>
    </message>
    <message>
        <source>Can&apos;t use the data folder</source>
        <translation>Dossier de données inutilisable</translation>
    </message>
    <message>
        <source>Choose another folder with --data.</source>
        <translation>Choisissez un autre dossier avec --data.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Longthread can&apos;t use {folder} ({problem}).</source>
        <translation>Longthread ne peut pas utiliser {folder} ({problem}).</translation>
    </message>
    <message>
        <source>Longthread quit unexpectedly twice during startup, so it started in safe mode.</source>
        <translation>Longthread s’est arrêté deux fois de façon inattendue au démarrage&#xa0;; il a donc démarré en mode sans échec.</translation>
    </message>
    <message>
        <source>Longthread started in safe mode, without loading a model or opening a chat.</source>
        <translation>Longthread a démarré en mode sans échec, sans charger de modèle ni ouvrir de discussion.</translation>
    </message>
    <message>
        <source>Your chats and models are safe. Open a chat, load a model, or start normally.</source>
        <translation>Vos discussions et vos modèles sont en sécurité. Ouvrez une discussion, chargez un modèle ou démarrez normalement.</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>Decrease {label}</source>
        <translation>Diminuer {label}</translation>
    </message>
    <message>
        <source>Increase {label}</source>
        <translation>Augmenter {label}</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Reading this chat again ({n} tokens) may take a few minutes.</source>
        <translation>La relecture de cette discussion ({n} tokens) peut prendre quelques minutes.</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} minutes.</source>
        <translation>La relecture de cette discussion prend environ {n} minutes.</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} seconds.</source>
        <translation>La relecture de cette discussion prend environ {n} secondes.</translation>
    </message>
    <message>
        <source>Switch model</source>
        <translation>Changer de modèle</translation>
    </message>
    <message numerus="yes">
        <source>This interrupts the reply in %Ln chat(s).</source>
        <translation>
            <numerusform>Cela interrompt la réponse dans %Ln discussion.</numerusform>
            <numerusform>Cela interrompt les réponses dans %Ln discussions.</numerusform>
        </translation>
    </message>
    <message>
        <source>Use {model} in this chat?</source>
        <translation>Utiliser {model} dans cette discussion&#xa0;?</translation>
    </message>
    <message>
        <source>You can go back to {model} at any time: its saved state is kept.</source>
        <translation>Vous pouvez revenir à {model} à tout moment&#xa0;: son état enregistré est conservé.</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln found through linked facts</source>
        <translation>
            <numerusform>%Ln trouvé grâce à des faits liés</numerusform>
            <numerusform>%Ln trouvés grâce à des faits liés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reasoning token(s) not kept in context</source>
        <translation>
            <numerusform>%Ln token de raisonnement non gardé dans le contexte</numerusform>
            <numerusform>%Ln tokens de raisonnement non gardés dans le contexte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>, compacted</source>
        <translation>, message compacté</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0,1&#xa0;%</translation>
    </message>
    <message>
        <source>Attached: {words}</source>
        <translation>Pièces jointes&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Créer une branche ici</translation>
    </message>
    <message>
        <source>Can&apos;t save the file there ({problem}).</source>
        <translation>Impossible d’enregistrer le fichier à cet endroit ({problem}).</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Chat messages</source>
        <translation>Messages de la discussion</translation>
    </message>
    <message>
        <source>Chat scroll bar</source>
        <translation>Défilement de la discussion</translation>
    </message>
    <message>
        <source>Choose another location.</source>
        <translation>Choisissez un autre emplacement.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
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
        <translation>Contexte plein</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>Continuer la réponse</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Copier en Markdown</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copier le code</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Copier l’adresse du lien</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Copier le message</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Copier le message en Markdown</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Copier le tableau</translation>
    </message>
    <message>
        <source>Delete this message and all that follow</source>
        <translation>Supprimer ce message et tous les suivants</translation>
    </message>
    <message>
        <source>Don&apos;t wrap lines</source>
        <translation>Ne pas renvoyer à la ligne</translation>
    </message>
    <message>
        <source>Edit discarded.</source>
        <translation>Modification abandonnée.</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>Modifier le message</translation>
    </message>
    <message>
        <source>Edit reply</source>
        <translation>Modifier la réponse</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Modifier votre message</translation>
    </message>
    <message>
        <source>Edited {place}</source>
        <translation>Modifié {place}</translation>
    </message>
    <message>
        <source>Error: {text} {hint}</source>
        <translation>Erreur&#xa0;: {text} {hint}</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>Erreur d’ajustement par couche</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formule</translation>
    </message>
    <message>
        <source>Generate reply</source>
        <translation>Générer une réponse</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Grammaire</translation>
    </message>
    <message>
        <source>Hide probabilities</source>
        <translation>Masquer les probabilités</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompue</translation>
    </message>
    <message>
        <source>Interrupted when Longthread was closed</source>
        <translation>Interrompue à la fermeture de Longthread</translation>
    </message>
    <message>
        <source>Interrupted when a model was loaded</source>
        <translation>Interrompue par le chargement d’un modèle</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>Schéma JSON</translation>
    </message>
    <message>
        <source>Link to {address}</source>
        <translation>Lien vers {address}</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Résultat suivant</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Version suivante</translation>
    </message>
    <message>
        <source>Point at a token to see what else could have stood there.</source>
        <translation>Survolez un token pour voir ce qui aurait pu se trouver à sa place.</translation>
    </message>
    <message>
        <source>Press Enter to view {name}.</source>
        <translation>Entrée affiche {name}.</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Résultat précédent</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Version précédente</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En file d’attente</translation>
    </message>
    <message>
        <source>Read all messages again. They have to fit into the context.</source>
        <translation>Relire tous les messages. Ils doivent tenir dans le contexte.</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>Lire à voix haute</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>Lire quand même</translation>
    </message>
    <message>
        <source>Read selection aloud</source>
        <translation>Lire la sélection à voix haute</translation>
    </message>
    <message>
        <source>Reasoned for {time}</source>
        <translation>A raisonné pendant {time}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Raisonnement</translation>
    </message>
    <message>
        <source>Reasoning…</source>
        <translation>Raisonnement…</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Régénérer</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Reply limit reached</source>
        <translation>Limite de réponse atteinte</translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation>Réponse&#xa0;: {text}</translation>
    </message>
    <message>
        <source>Restore full detail. Rereading may take a while.</source>
        <translation>Rétablir tous les détails. La relecture peut prendre un moment.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Save and ask again</source>
        <translation>Enregistrer et redemander</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>Enregistrer le code</translation>
    </message>
    <message>
        <source>Save code to file</source>
        <translation>Enregistrer le code dans un fichier</translation>
    </message>
    <message>
        <source>Scroll to end</source>
        <translation>Aller à la fin</translation>
    </message>
    <message>
        <source>Select all in chat</source>
        <translation>Tout sélectionner dans la discussion</translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>Afficher %Ln caractère</numerusform>
            <numerusform>Afficher les %Ln caractères</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln row(s)</source>
        <translation>
            <numerusform>Afficher %Ln ligne</numerusform>
            <numerusform>Afficher les %Ln lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Afficher moins</translation>
    </message>
    <message>
        <source>Show probabilities</source>
        <translation>Afficher les probabilités</translation>
    </message>
    <message>
        <source>Show these messages to the model again</source>
        <translation>Montrer de nouveau ces messages au modèle</translation>
    </message>
    <message>
        <source>Show {more} more of {rows} rows</source>
        <translation>Afficher {more} lignes de plus sur {rows}</translation>
    </message>
    <message>
        <source>Source: {words}</source>
        <translation>Source&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Sources: {words}</source>
        <translation>Sources&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Stop reading aloud</source>
        <translation>Arrêter la lecture</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêtée</translation>
    </message>
    <message>
        <source>Structured output: {name}</source>
        <translation>Sortie structurée&#xa0;: {name}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tableau</translation>
    </message>
    <message>
        <source>The engine stopped during the reply</source>
        <translation>Le moteur s’est arrêté pendant la réponse</translation>
    </message>
    <message>
        <source>The left and right arrows go from token to token.</source>
        <translation>Les flèches gauche et droite passent d’un token à l’autre.</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>La réponse a échoué.</translation>
    </message>
    <message>
        <source>Tinted where the model was unsure. Probabilities are the model&apos;s own, before the sampling settings.</source>
        <translation>Teinté là où le modèle hésitait. Les probabilités sont celles du modèle, avant les réglages d’échantillonnage.</translation>
    </message>
    <message>
        <source>Tokens of the reply</source>
        <translation>Tokens de la réponse</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Undo last</source>
        <translation>Annuler le dernier</translation>
    </message>
    <message>
        <source>Undo this compaction</source>
        <translation>Annuler ce compactage</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>En attente d’un modèle</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Renvoyer à la ligne</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Votre message</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>déplié</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>aucun résultat</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>page {number}</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>recherche…</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place} sur {total}</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>premier token en {time}</translation>
    </message>
    <message>
        <source>{token} · others: {others}</source>
        <translation>{token} · autres&#xa0;: {others}</translation>
    </message>
    <message>
        <source>{why} · the model hasn&apos;t read this message</source>
        <translation>{why} · le modèle n’a pas lu ce message</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln discussion</numerusform>
            <numerusform>%Ln discussions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln images aren&apos;t in the export, only their names.</source>
        <translation>
            <numerusform>%Ln image n’est pas dans l’export, seulement son nom.</numerusform>
            <numerusform>%Ln images ne sont pas dans l’export, seulement leurs noms.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln empty folder(s).</source>
        <translation>
            <numerusform>%Ln dossier vide ajouté.</numerusform>
            <numerusform>%Ln dossiers vides ajoutés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Already here: {known} of {chats}.</source>
        <translation>Déjà présentes&#xa0;: {known} sur {chats}.</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
    <message>
        <source>Chat sent to {name}.</source>
        <translation>Discussion envoyée à {name}.</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chat(s) to {name}.</source>
        <translation>
            <numerusform>%Ln discussion exportée vers {name}.</numerusform>
            <numerusform>%Ln discussions exportées vers {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chat(s) with {messages}.</source>
        <translation>
            <numerusform>%Ln discussion importée avec {messages}.</numerusform>
            <numerusform>%Ln discussions importées avec {messages}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No new chats.</source>
        <translation>Aucune nouvelle discussion.</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln non-text item(s).</source>
        <translation>
            <numerusform>%Ln élément sans texte ignoré.</numerusform>
            <numerusform>%Ln éléments sans texte ignorés.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln oversized chat(s): {names}.</source>
        <translation>
            <numerusform>%Ln discussion trop volumineuse ignorée&#xa0;: {names}.</numerusform>
            <numerusform>%Ln discussions trop volumineuses ignorées&#xa0;: {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt système</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>an image, not in this file: {name}</source>
        <translation>une image, absente de ce fichier&#xa0;: {name}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vide</translation>
    </message>
    <message>
        <source>stopped here</source>
        <translation>arrêtée ici</translation>
    </message>
    <message numerus="yes">
        <source>“{name}” is damaged: recovered %Ln message(s).</source>
        <translation>
            <numerusform>«&#xa0;{name}&#xa0;» est endommagé&#xa0;: %Ln message récupéré.</numerusform>
            <numerusform>«&#xa0;{name}&#xa0;» est endommagé&#xa0;: %Ln messages récupérés.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%Ln day(s) left</source>
        <translation>
            <numerusform>encore %Ln jour</numerusform>
            <numerusform>encore %Ln jours</numerusform>
        </translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Chats in trash</source>
        <translation>Discussions dans la corbeille</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Supprimer définitivement…</translation>
    </message>
    <message>
        <source>Delete {number} permanently…</source>
        <translation>Supprimer {number} définitivement…</translation>
    </message>
    <message>
        <source>Empty trash…</source>
        <translation>Vider la corbeille…</translation>
    </message>
    <message numerus="yes">
        <source>Longthread keeps chats here for %Ln day(s), then deletes them permanently.</source>
        <translation>
            <numerusform>Longthread garde ici les discussions pendant %Ln jour, puis les supprime définitivement.</numerusform>
            <numerusform>Longthread garde ici les discussions pendant %Ln jours, puis les supprime définitivement.</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Tout restaurer</translation>
    </message>
    <message>
        <source>Restore {number}</source>
        <translation>Restaurer {number}</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>La corbeille est vide</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Corbeille</translation>
    </message>
    <message numerus="yes">
        <source>You can restore a chat for %Ln day(s) after moving it to the trash.</source>
        <translation>
            <numerusform>Vous pouvez restaurer une discussion pendant %Ln jour après sa mise à la corbeille.</numerusform>
            <numerusform>Vous pouvez restaurer une discussion pendant %Ln jours après sa mise à la corbeille.</numerusform>
        </translation>
    </message>
    <message>
        <source>expires today</source>
        <translation>expire aujourd’hui</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Asks Longthread&apos;s release page once a week. Nothing is installed without you.</source>
        <translation>Consulte une fois par semaine la page des versions de Longthread. Rien n’est installé sans vous.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Vérifier les mises à jour</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>Vérifier les mises à jour chaque semaine</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Télécharger</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Progression du téléchargement</translation>
    </message>
    <message>
        <source>Downloaded and verified. Quit Longthread before you install it.</source>
        <translation>Téléchargé et vérifié. Quittez Longthread avant d’installer.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Installer…</translation>
    </message>
    <message>
        <source>Last checked: {when}</source>
        <translation>Dernière vérification&#xa0;: {when}</translation>
    </message>
    <message>
        <source>Longthread {version}</source>
        <translation>Longthread {version}</translation>
    </message>
    <message>
        <source>Longthread {version} is available</source>
        <translation>Longthread {version} est disponible</translation>
    </message>
    <message>
        <source>There is no package for your system.</source>
        <translation>Il n’y a pas de paquet pour votre système.</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>C’est la version la plus récente.</translation>
    </message>
    <message>
        <source>{size} to download. You decide when to install it.</source>
        <translation>{size} à télécharger. Vous choisissez quand l’installer.</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add a model to get started</source>
        <translation>Ajoutez un modèle pour commencer</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Ajouter un modèle…</translation>
    </message>
    <message>
        <source>Can&apos;t load {model}</source>
        <translation>Impossible de charger {model}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Download a small model ({size})</source>
        <translation>Télécharger un petit modèle ({size})</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Progression du téléchargement</translation>
    </message>
    <message>
        <source>Find larger models in the model library.</source>
        <translation>La bibliothèque de modèles en propose de plus grands.</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Trouver des modèles</translation>
    </message>
    <message>
        <source>Load this model</source>
        <translation>Charger ce modèle</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>Charger {model}</translation>
    </message>
    <message>
        <source>Loading {model}. You can start writing.</source>
        <translation>Chargement de {model}. Vous pouvez commencer à écrire.</translation>
    </message>
    <message>
        <source>Longthread keeps long chats alive: when the context fills up, it compacts it instead of forgetting, and every chat resumes instantly. Models run on this computer; nothing you write leaves it.</source>
        <translation>Longthread fait durer les longues discussions&#xa0;: quand le contexte se remplit, il le compacte au lieu d’oublier, et chaque discussion reprend aussitôt. Les modèles tournent sur cet ordinateur&#xa0;; rien de ce que vous écrivez n’en sort.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Bibliothèque de modèles</translation>
    </message>
    <message>
        <source>Models are .gguf files.</source>
        <translation>Un modèle est un fichier .gguf.</translation>
    </message>
    <message>
        <source>Ready for your first message</source>
        <translation>Prêt pour votre premier message</translation>
    </message>
    <message>
        <source>Select a model to load it and start chatting.</source>
        <translation>Choisissez un modèle pour le charger et commencer à discuter.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Le modèle</translation>
    </message>
    <message>
        <source>This model is small: good for a first try, not for facts.</source>
        <translation>Ce modèle est petit&#xa0;: bien pour un premier essai, peu fiable sur les faits.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Welcome to Longthread</source>
        <translation>Bienvenue dans Longthread</translation>
    </message>
    <message>
        <source>What would you like to talk about?</source>
        <translation>De quoi aimeriez-vous parler&#xa0;?</translation>
    </message>
    <message>
        <source>Write your first message now. The model replies after the download.</source>
        <translation>Écrivez déjà votre premier message. Le modèle répondra après le téléchargement.</translation>
    </message>
    <message>
        <source>{model} comes from {place} (license: {license}) and runs on any computer. You can also drop a .gguf file anywhere in this window; the file stays where it is.</source>
        <translation>{model} vient de {place} (licence&#xa0;: {license}) et tourne sur n’importe quel ordinateur. Vous pouvez aussi déposer un fichier .gguf n’importe où dans cette fenêtre&#xa0;; il reste où il est.</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. The model doesn&apos;t support compaction: {why}</source>
        <translation>{model} conserve {n} tokens intégralement. Le modèle ne permet pas le compactage&#xa0;: {why}</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. When the context fills up, Longthread compacts the older part instead of forgetting it.</source>
        <translation>{model} conserve {n} tokens intégralement. Quand le contexte se remplit, Longthread compacte la partie ancienne au lieu de l’oublier.</translation>
    </message>
    <message>
        <source>{model} is unloaded. It loads again when you write.</source>
        <translation>{model} est déchargé. Il se recharge quand vous écrivez.</translation>
    </message>
    <message>
        <source>{model} stopped working</source>
        <translation>{model} ne fonctionne plus</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Add model file</source>
        <translation>Ajouter un fichier de modèle</translation>
    </message>
    <message>
        <source>Added {name} to the library.</source>
        <translation>{name} ajouté à la bibliothèque.</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Joindre des fichiers</translation>
    </message>
    <message>
        <source>Diagnostics saved.</source>
        <translation>Diagnostic enregistré.</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>Modèles GGUF (*.gguf);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Last reply copied.</source>
        <translation>Dernière réponse copiée.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Reload the model to apply this change.</source>
        <translation>Rechargez le modèle pour appliquer ce changement.</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new language.</source>
        <translation>Redémarrez Longthread pour appliquer la nouvelle langue.</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new scale.</source>
        <translation>Redémarrez Longthread pour appliquer la nouvelle taille.</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>Enregistrer le diagnostic</translation>
    </message>
    <message>
        <source>Text (*.txt *.md *.csv *.log)</source>
        <translation>Texte (*.txt *.md *.csv *.log)</translation>
    </message>
    <message>
        <source>Text, code, PDF and Word (*)</source>
        <translation>Texte, code, PDF et Word (*)</translation>
    </message>
    <message>
        <source>Text, code, PDF, Word and images (*)</source>
        <translation>Texte, code, PDF, Word et images (*)</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>Le fichier reste où il est.</translation>
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
        <translation>{path} ne contient aucun texte de discussion.</translation>
    </message>
</context>
<context>
    <name>Workers</name>
    <message>
        <source>One of these isn&apos;t an address.</source>
        <translation>L’une de ces saisies n’est pas une adresse.</translation>
    </message>
    <message>
        <source>Workers have no password and no encryption: anyone in the network can read your chats on the way and use the worker. Enter only computers in a network you trust, or use a tunnel.</source>
        <translation>Les workers n’ont ni mot de passe ni chiffrement&#xa0;: n’importe qui sur le réseau peut lire vos discussions au passage et utiliser le worker. N’indiquez que des ordinateurs d’un réseau de confiance, ou utilisez un tunnel.</translation>
    </message>
</context>
</TS>
