<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>Activity</source>
        <translation>Actividad</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Añadir archivo de modelo…</translation>
    </message>
    <message>
        <source>Always send</source>
        <translation>Enviar siempre</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>Volver al chat</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Ajustes del chat</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Buscar actualizaciones</translation>
    </message>
    <message>
        <source>Close the page, search or edit; otherwise stop</source>
        <translation>Cerrar la página, la búsqueda o la edición; si no, detener</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Cerrar ventana</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Paleta de comandos</translation>
    </message>
    <message>
        <source>Compact now…</source>
        <translation>Compactar ahora…</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>Continuar respuesta</translation>
    </message>
    <message>
        <source>Copy last reply</source>
        <translation>Copiar última respuesta</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>Duplicar chat</translation>
    </message>
    <message>
        <source>Export all chats as JSON…</source>
        <translation>Exportar todos los chats como JSON…</translation>
    </message>
    <message>
        <source>Export all chats as Markdown…</source>
        <translation>Exportar todos los chats como Markdown…</translation>
    </message>
    <message>
        <source>Export chat as JSON…</source>
        <translation>Exportar chat como JSON…</translation>
    </message>
    <message>
        <source>Export chat as Markdown…</source>
        <translation>Exportar chat como Markdown…</translation>
    </message>
    <message>
        <source>Export chat as PDF…</source>
        <translation>Exportar chat como PDF…</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Buscar en el chat</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Buscar modelos</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Ir a</translation>
    </message>
    <message>
        <source>Go to newest notice</source>
        <translation>Ir al último aviso</translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>Importar chats de un archivo…</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>Importar chats de una carpeta…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Conocimiento</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Servidor local</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Models and appearance</source>
        <translation>Modelos y apariencia</translation>
    </message>
    <message>
        <source>Move chat to trash</source>
        <translation>Mover chat a la papelera</translation>
    </message>
    <message>
        <source>Move selected chats to trash</source>
        <translation>Mover chats seleccionados a la papelera</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nueva carpeta…</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Nueva ventana</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Chat siguiente</translation>
    </message>
    <message>
        <source>Next field or button; with Shift, previous</source>
        <translation>Campo o botón siguiente; con Mayús, el anterior</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>Mensaje siguiente</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>Abrir en otra ventana</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>Fijar o desfijar chat</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Chat anterior</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>Mensaje anterior</translation>
    </message>
    <message>
        <source>Print chat…</source>
        <translation>Imprimir chat…</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Quit Longthread</source>
        <translation>Salir de Longthread</translation>
    </message>
    <message>
        <source>Read chat now</source>
        <translation>Leer chat ahora</translation>
    </message>
    <message>
        <source>Read last reply aloud, or stop</source>
        <translation>Leer en voz alta la última respuesta o parar</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Renombrar chat</translation>
    </message>
    <message>
        <source>Rename selected chat or folder</source>
        <translation>Renombrar chat o carpeta seleccionados</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Buscar en los chats</translation>
    </message>
    <message>
        <source>Send; with Shift, new line (swap in Settings)</source>
        <translation>Enviar; con Mayús, línea nueva (se invierte en Ajustes)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Show or hide context details</source>
        <translation>Mostrar u ocultar detalles del contexto</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>Mostrar u ocultar barra lateral</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Tema: oscuro</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Tema: claro</translation>
    </message>
    <message>
        <source>Theme: system</source>
        <translation>Tema: sistema</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>Turn “Stay offline” on or off</source>
        <translation>Activar o desactivar «Modo sin conexión»</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Deshacer eliminación</translation>
    </message>
    <message>
        <source>Undo last compaction</source>
        <translation>Deshacer última compactación</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>Liberar modelo</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln compaction(s)</source>
        <translation>
            <numerusform>%Ln compactación</numerusform>
            <numerusform>%Ln compactaciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln respuesta</numerusform>
            <numerusform>%Ln respuestas</numerusform>
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
            <numerusform>%Ln token de nuevo con todo detalle</numerusform>
            <numerusform>%Ln tokens de nuevo con todo detalle</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Actividad</translation>
    </message>
    <message>
        <source>Chat loaded</source>
        <translation>Chat cargado</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>Compactación</translation>
    </message>
    <message>
        <source>Context over time</source>
        <translation>Evolución del contexto</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>Copiar registro</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Engine log</source>
        <translation>Registro del motor</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Eventos</translation>
    </message>
    <message>
        <source>Includes versions, devices, settings, timings and logs, but no chat text.</source>
        <translation>Incluye versiones, dispositivos, ajustes, tiempos y registros, pero nada del texto de los chats.</translation>
    </message>
    <message>
        <source>KV cache used, in tokens</source>
        <translation>caché KV en uso, en tokens</translation>
    </message>
    <message>
        <source>Model loaded</source>
        <translation>Modelo cargado</translation>
    </message>
    <message>
        <source>No activity in this chat yet.</source>
        <translation>Este chat aún no tiene actividad.</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>Aún no hay eventos.</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>Detenido</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En marcha</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Guardar diagnóstico…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>El registro está vacío.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Deshecho</translation>
    </message>
    <message>
        <source>chat tokens</source>
        <translation>tokens del chat</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>contexto lleno</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>from saved state</source>
        <translation>desde el estado guardado</translation>
    </message>
    <message>
        <source>nothing to restore</source>
        <translation>nada que restaurar</translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed} tok/s</source>
        <translation>
            <numerusform>%Ln token leído a {speed} tok/s</numerusform>
            <numerusform>%Ln tokens leídos a {speed} tok/s</numerusform>
        </translation>
    </message>
    <message>
        <source>reply limit reached</source>
        <translation>límite alcanzado</translation>
    </message>
    <message>
        <source>reread</source>
        <translation>releído</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>la has detenido tú</translation>
    </message>
    <message>
        <source>wrote {number} at {speed} tok/s</source>
        <translation>{number} escritos a {speed} tok/s</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>{ratio}× compactado</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>{size} liberados</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>primer token en {time}</translation>
    </message>
</context>
<context>
    <name>AddOn</name>
    <message>
        <source>Add-on progress</source>
        <translation>Progreso del complemento</translation>
    </message>
    <message>
        <source>CUDA add-on for NVIDIA cards</source>
        <translation>Complemento CUDA para tarjetas NVIDIA</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Check size…</source>
        <translation>Ver tamaño…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Installed. Restart Longthread to use it.</source>
        <translation>Instalado. Reinicia Longthread para usarlo.</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA driver. With the add-on, models can run on the card. Experimental.</source>
        <translation>Este equipo tiene un controlador NVIDIA. Con el complemento, los modelos pueden ejecutarse en la tarjeta. Experimental.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Unpacking…</source>
        <translation>Descomprimiendo…</translation>
    </message>
    <message>
        <source>{size} to download, {unpacked} on disk. You can delete it on the Privacy page.</source>
        <translation>{size} de descarga, {unpacked} en disco. Puedes eliminarlo en la página Privacidad.</translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) are already attached.</source>
        <translation>
            <numerusform>%Ln archivo ya está adjunto.</numerusform>
            <numerusform>%Ln archivos ya están adjuntos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) not attached.</source>
        <translation>
            <numerusform>%Ln archivo sin adjuntar.</numerusform>
            <numerusform>%Ln archivos sin adjuntar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln página</numerusform>
            <numerusform>%Ln páginas</numerusform>
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
            <numerusform>Un mensaje admite hasta %Ln archivo.</numerusform>
            <numerusform>Un mensaje admite hasta %Ln archivos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t attach %Ln file(s).</source>
        <translation>
            <numerusform>No se puede adjuntar %Ln archivo.</numerusform>
            <numerusform>No se pueden adjuntar %Ln archivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Load a model with a vision projector (mmproj), or describe the image.</source>
        <translation>Carga un modelo con proyector de visión (mmproj) o describe la imagen.</translation>
    </message>
    <message>
        <source>No loaded model can see images.</source>
        <translation>Ningún modelo cargado puede ver imágenes.</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>Imagen pegada</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Documento de Word</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} caracteres</translation>
    </message>
    <message>
        <source>“{name}” is already attached.</source>
        <translation>«{name}» ya está adjunto.</translation>
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
        <translation>Salir</translation>
    </message>
    <message>
        <source>Show Longthread</source>
        <translation>Mostrar Longthread</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>La respuesta ha fallado.</translation>
    </message>
    <message>
        <source>Your reply is ready.</source>
        <translation>La respuesta está lista.</translation>
    </message>
</context>
<context>
    <name>Automatic</name>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln capa</numerusform>
            <numerusform>%Ln capas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln hilo</numerusform>
            <numerusform>%Ln hilos</numerusform>
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
        <translation>Automático</translation>
    </message>
    <message>
        <source>Automatic ({value})</source>
        <translation>Automático ({value})</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>todas las capas</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Available when the model is idle</source>
        <translation>Disponible cuando el modelo esté en reposo</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>No admite compactación: {why}</translation>
    </message>
    <message>
        <source>Drop a .gguf file into the window, or choose a model above.</source>
        <translation>Arrastra un archivo .gguf a la ventana o elige un modelo arriba.</translation>
    </message>
    <message>
        <source>Load a model to get a reply.</source>
        <translation>Carga un modelo para obtener una respuesta.</translation>
    </message>
    <message>
        <source>Message {name}…</source>
        <translation>Mensaje para {name}…</translation>
    </message>
    <message>
        <source>Nothing to compact yet</source>
        <translation>Aún no hay nada que compactar</translation>
    </message>
    <message>
        <source>This chat was last used with {model}.</source>
        <translation>Este chat se usó por última vez con {model}.</translation>
    </message>
    <message>
        <source>To stay with {model}, send a message.</source>
        <translation>Para seguir con {model}, envía un mensaje.</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>Escribe un mensaje…</translation>
    </message>
    <message>
        <source>You can also drop a .gguf file into the window.</source>
        <translation>También puedes arrastrar un archivo .gguf a la ventana.</translation>
    </message>
</context>
<context>
    <name>ChatDocuments</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln más</numerusform>
            <numerusform>%Ln más</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>Adjuntar archivos…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Documents for this chat</source>
        <translation>Documentos de este chat</translation>
    </message>
    <message>
        <source>Found through linked facts</source>
        <translation>Encontrado por datos relacionados</translation>
    </message>
    <message>
        <source>From the chat&apos;s folder</source>
        <translation>De la carpeta del chat</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>Gestionar documentos…</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>Abrir {name}</translation>
    </message>
    <message>
        <source>Passages given with this message</source>
        <translation>Pasajes incluidos con este mensaje</translation>
    </message>
    <message>
        <source>Remove {name} from this chat</source>
        <translation>Quitar {name} de este chat</translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln cambiado</numerusform>
            <numerusform>%Ln cambiados</numerusform>
        </translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Todos los chats</translation>
    </message>
    <message>
        <source>Applies only to this chat.</source>
        <translation>Solo se aplica a este chat.</translation>
    </message>
    <message>
        <source>Applies to all chats unless the model or chat overrides it.</source>
        <translation>Se aplica a todos los chats, salvo que el modelo o el chat indiquen otra cosa.</translation>
    </message>
    <message>
        <source>Applies to all chats with {name} unless a chat overrides it.</source>
        <translation>Se aplica a todos los chats con {name}, salvo que un chat indique otra cosa.</translation>
    </message>
    <message>
        <source>Applies to this chat from its first message.</source>
        <translation>Se aplica a este chat desde el primer mensaje.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Aplicar</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Ajustes del chat</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Describe the model&apos;s role and how it should reply</source>
        <translation>Describe el papel del modelo y cómo debe responder</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start (about {tokens} tokens) and compacts it again. No text is lost.</source>
        <translation>Si aplicas este prompt, el modelo relee el chat desde el principio (unos {tokens} tokens) y lo compacta de nuevo. No se pierde ningún texto.</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start.</source>
        <translation>Si aplicas este prompt, el modelo relee el chat desde el principio.</translation>
    </message>
    <message>
        <source>Inherited from all chats.</source>
        <translation>Heredado de todos los chats.</translation>
    </message>
    <message>
        <source>Inherited from this model.</source>
        <translation>Heredado de este modelo.</translation>
    </message>
    <message>
        <source>New chats use this prompt. Existing chats keep theirs.</source>
        <translation>Los chats nuevos usan este prompt. Los que ya existen conservan el suyo.</translation>
    </message>
    <message>
        <source>No presets yet. To add one, choose “Save as…”</source>
        <translation>Aún no hay preajustes. Para añadir uno, elige «Guardar como…»</translation>
    </message>
    <message>
        <source>Preset name:</source>
        <translation>Nombre del preajuste:</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Preajustes</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>Renombrar preajuste</translation>
    </message>
    <message>
        <source>Reset all changes</source>
        <translation>Restablecer todos los cambios</translation>
    </message>
    <message>
        <source>Reset system prompt to the default</source>
        <translation>Restablecer el prompt del sistema predeterminado</translation>
    </message>
    <message>
        <source>Reset {name} to {value}</source>
        <translation>Restablecer {name} ({value})</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Guardar como preajuste</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Guardar como…</translation>
    </message>
    <message>
        <source>Save the system prompt and the settings below as a preset</source>
        <translation>Guardar como preajuste el prompt del sistema y los ajustes de abajo</translation>
    </message>
    <message>
        <source>Settings for: {what}</source>
        <translation>Ajustes de: {what}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>System prompt changed</source>
        <translation>Prompt del sistema cambiado</translation>
    </message>
    <message>
        <source>The system prompt starts this chat and is never compacted.</source>
        <translation>El prompt del sistema inicia este chat y nunca se compacta.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Este modelo</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vacío</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>off</source>
        <translation>no</translation>
    </message>
    <message>
        <source>on</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>{name} changed</source>
        <translation>Cambiado: {name}</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>All files</source>
        <translation>Todos los archivos</translation>
    </message>
    <message>
        <source>Branch of {title}</source>
        <translation>Rama de {title}</translation>
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
        <translation>Chats con todas las versiones</translation>
    </message>
    <message>
        <source>Copy of {title}</source>
        <translation>Copia de {title}</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Eliminar definitivamente</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln message(s).</source>
        <translation>
            <numerusform>%Ln mensaje eliminado.</numerusform>
            <numerusform>%Ln mensajes eliminados.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Export to folder</source>
        <translation>Exportar a una carpeta</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importar chats</translation>
    </message>
    <message>
        <source>Import chats from folder</source>
        <translation>Importar chats de una carpeta</translation>
    </message>
    <message>
        <source>Longthread chats {day}</source>
        <translation>Chats de Longthread {day}</translation>
    </message>
    <message>
        <source>Longthread deletes the text and the saved state from this computer. You can&apos;t undo this.</source>
        <translation>Longthread elimina de este equipo el texto y el estado guardado. Esta acción no se puede deshacer.</translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln chat(s) to the trash.</source>
        <translation>
            <numerusform>%Ln chat movido a la papelera.</numerusform>
            <numerusform>%Ln chats movidos a la papelera.</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved “{title}” to the trash.</source>
        <translation>«{title}» movido a la papelera.</translation>
    </message>
    <message>
        <source>No chats to export.</source>
        <translation>No hay chats que exportar.</translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln chat(s)?</source>
        <translation>
            <numerusform>¿Eliminar definitivamente %Ln chat?</numerusform>
            <numerusform>¿Eliminar definitivamente %Ln chats?</numerusform>
        </translation>
    </message>
    <message>
        <source>Permanently delete this chat?</source>
        <translation>¿Eliminar este chat definitivamente?</translation>
    </message>
    <message>
        <source>Removed folder “{name}”.</source>
        <translation>Carpeta «{name}» quitada.</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>1 hour</source>
        <translation>1 hora</translation>
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
        <translation>Siempre</translation>
    </message>
    <message>
        <source>Always open</source>
        <translation>Siempre abierto</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>Cómoda</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compactar</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>Densa</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Olvidar</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Gramática</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Alto</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Bajo</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>No</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Sí</translation>
    </message>
    <message>
        <source>One line</source>
        <translation>Una línea</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Esquema</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Porcentaje</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
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
        <translation>Después</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Compactar</translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>Compactar ahora</translation>
    </message>
    <message numerus="yes">
        <source>Compacted %Ln time(s)</source>
        <translation>
            <numerusform>Compactado %Ln vez</numerusform>
            <numerusform>Compactado %Ln veces</numerusform>
        </translation>
    </message>
    <message>
        <source>Compacting {asked}× would have changed more next words than your limit allows.</source>
        <translation>Compactar {asked}× habría cambiado más palabras siguientes de las que permite tu límite.</translation>
    </message>
    <message>
        <source>Compaction ratio</source>
        <translation>Factor de compactación</translation>
    </message>
    <message>
        <source>Compacts {old} older tokens. The last {recent} stay in full detail.</source>
        <translation>Compacta {old} tokens antiguos. Los últimos {recent} se conservan con todo detalle.</translation>
    </message>
    <message>
        <source>Default ratio</source>
        <translation>Factor predeterminado</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Duración</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>Calculando…</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>Error de ajuste por capa</translation>
    </message>
    <message>
        <source>Layer {layer}: fit error {mean}, worst head {worst}</source>
        <translation>Capa {layer}: error de ajuste {mean}, peor cabeza {worst}</translation>
    </message>
    <message numerus="yes">
        <source>Longthread compacted %Ln older token(s), {ratio}× smaller, and kept the rest in full detail. The chat&apos;s context went from {before} to {after}; you can still read the full text.</source>
        <translation>
            <numerusform>Longthread ha compactado %Ln token antiguo, {ratio}× más pequeño, y ha conservado el resto con todo detalle. El contexto del chat ha pasado de {before} a {after}; puedes seguir leyendo el texto completo.</numerusform>
            <numerusform>Longthread ha compactado %Ln tokens antiguos, {ratio}× más pequeños, y ha conservado el resto con todo detalle. El contexto del chat ha pasado de {before} a {after}; puedes seguir leyendo el texto completo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread compacted this while idle, because the next message and its reply might not have fit.</source>
        <translation>En reposo, Longthread ha compactado esto porque quizá no habrían cabido el próximo mensaje y su respuesta.</translation>
    </message>
    <message>
        <source>Next words</source>
        <translation>Palabras siguientes</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Ahora</translation>
    </message>
    <message>
        <source>Older part compacted, {ratio}× smaller</source>
        <translation>Parte antigua compactada, {ratio}× más pequeña</translation>
    </message>
    <message>
        <source>Predicted: {words}.</source>
        <translation>Previsión: {words}.</translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln KV row(s), {time}.</source>
        <translation>
            <numerusform>Preajuste «{preset}», %Ln fila KV, {time}.</numerusform>
            <numerusform>Preajuste «{preset}», %Ln filas KV, {time}.</numerusform>
        </translation>
    </message>
    <message>
        <source>The context was full, so the model forgot the oldest messages. The text stays here to read. The system prompt is still in the context. To bring these messages back, load the model with a larger context and choose Undo.</source>
        <translation>El contexto estaba lleno y el modelo ha olvidado los mensajes más antiguos. El texto sigue aquí para leerlo y el prompt del sistema sigue en el contexto. Para recuperar estos mensajes, carga el modelo con un contexto mayor y elige Deshacer.</translation>
    </message>
    <message>
        <source>The context was nearly full, so Longthread compacted it.</source>
        <translation>El contexto estaba casi lleno, así que Longthread lo ha compactado.</translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %Ln message(s) above</source>
        <translation>
            <numerusform>El modelo ya no ve el mensaje anterior</numerusform>
            <numerusform>El modelo ya no ve los %Ln mensajes anteriores</numerusform>
        </translation>
    </message>
    <message>
        <source>Use default</source>
        <translation>Usar predeterminado</translation>
    </message>
    <message>
        <source>about {number} of 100 next words unchanged</source>
        <translation>unas {number} de 100 palabras siguientes sin cambios</translation>
    </message>
    <message>
        <source>about {number} of 100 unchanged</source>
        <translation>unas {number} de 100 sin cambios</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>aprox. {time}</translation>
    </message>
    <message>
        <source>context {before} → {after}</source>
        <translation>contexto {before} → {after}</translation>
    </message>
    <message>
        <source>highest in layer {layer}: {error}</source>
        <translation>máximo en la capa {layer}: {error}</translation>
    </message>
    <message>
        <source>nearly all next words unchanged</source>
        <translation>casi todas las palabras siguientes sin cambios</translation>
    </message>
    <message>
        <source>nearly all unchanged</source>
        <translation>casi todas sin cambios</translation>
    </message>
    <message>
        <source>not known until the first compaction</source>
        <translation>no se sabe hasta la primera compactación</translation>
    </message>
    <message>
        <source>while idle</source>
        <translation>en reposo</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× menor</translation>
    </message>
    <message>
        <source>{size} used · room for {tokens} tokens</source>
        <translation>{size} en uso · caben {tokens} tokens</translation>
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
        <translation>Añadir documentos…</translation>
    </message>
    <message>
        <source>Attach as file</source>
        <translation>Adjuntar como archivo</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>Archivos adjuntos</translation>
    </message>
    <message>
        <source>Attached the pasted text as a file.</source>
        <translation>El texto pegado se ha adjuntado como archivo.</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>Gestionar documentos…</translation>
    </message>
    <message>
        <source>Manage prompts…</source>
        <translation>Gestionar prompts…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>Names, numbers and details may be lost.</source>
        <translation>Pueden perderse nombres, números y detalles.</translation>
    </message>
    <message>
        <source>Pasted {count} characters.</source>
        <translation>{count} caracteres pegados.</translation>
    </message>
    <message>
        <source>Press Enter to view or Delete to remove the file.</source>
        <translation>Pulsa Intro para ver el archivo o Supr para quitarlo.</translation>
    </message>
    <message>
        <source>Put back as text</source>
        <translation>Insertar como texto</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>Leer de todos modos</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln file(s)…</source>
        <translation>
            <numerusform>Leyendo %Ln archivo…</numerusform>
            <numerusform>Leyendo %Ln archivos…</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading takes about {n} minutes.</source>
        <translation>La lectura tarda unos {n} minutos.</translation>
    </message>
    <message>
        <source>Reading takes about {n} seconds.</source>
        <translation>La lectura tarda unos {n} segundos.</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>Leyendo {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>Quitar {name}</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>This model can&apos;t see images. Load a model with a vision projector (mmproj), or remove the images.</source>
        <translation>Este modelo no puede ver imágenes. Carga un modelo con proyector de visión (mmproj) o quita las imágenes.</translation>
    </message>
    <message>
        <source>page {done} of {total}</source>
        <translation>página {done} de {total}</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>leyendo…</translation>
    </message>
    <message>
        <source>{tokens} · compacts older text</source>
        <translation>{tokens} · compacta lo antiguo</translation>
    </message>
    <message>
        <source>{tokens} · longer than the context. Longthread compacts the message while reading it.</source>
        <translation>{tokens} · más largo que el contexto. Longthread compacta el mensaje mientras lo lee.</translation>
    </message>
    <message>
        <source>{tokens} · more than the recommended {most}.</source>
        <translation>{tokens} · más de los {most} recomendados.</translation>
    </message>
    <message>
        <source>{tokens} · no room: the system prompt fills the context. Shorten it in Chat settings, or reload the model with a larger context.</source>
        <translation>{tokens} · sin espacio: el prompt del sistema llena el contexto. Acórtalo en los ajustes del chat o recarga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>{tokens} · the context is full. Continue in a new chat, or reload the model with a larger context.</source>
        <translation>{tokens} · el contexto está lleno. Continúa en un chat nuevo o recarga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>{tokens} · the model first reads {number} more tokens of this chat.</source>
        <translation>{tokens} · el modelo lee primero {number} tokens más de este chat.</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Remove a file or reload the model with a larger context.</source>
        <translation>{tokens} · demasiado largo, el límite es de {most} tokens. Quita un archivo o recarga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Shorten the message or reload the model with a larger context.</source>
        <translation>{tokens} · demasiado largo, el límite es de {most} tokens. Acorta el mensaje o recarga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>“Read anyway” compacts the message about {ratio}×: {words}.</source>
        <translation>«Leer de todos modos» compacta el mensaje unas {ratio}×: {words}.</translation>
    </message>
    <message>
        <source>↵ send</source>
        <translation>↵ enviar</translation>
    </message>
    <message>
        <source>⇧↵ send</source>
        <translation>⇧↵ enviar</translation>
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
        <translation>Cancelar la descarga de {name}</translation>
    </message>
    <message>
        <source>Demanding work on a strong computer</source>
        <translation>Tareas exigentes en un equipo potente</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Download progress of {name}</source>
        <translation>Progreso de la descarga de {name}</translation>
    </message>
    <message>
        <source>Everyday questions and short texts</source>
        <translation>Preguntas cotidianas y textos cortos</translation>
    </message>
    <message>
        <source>Fits after you close other programs.</source>
        <translation>Cabe si cierras otros programas.</translation>
    </message>
    <message>
        <source>Fits into RAM, but writes slowly without a graphics card.</source>
        <translation>Cabe en la RAM, pero escribe despacio sin tarjeta gráfica.</translation>
    </message>
    <message>
        <source>Fits into the free RAM.</source>
        <translation>Cabe en la RAM libre.</translation>
    </message>
    <message>
        <source>List of {month}. Models come from Hugging Face; sizes are approximate until a download begins.</source>
        <translation>Lista de {month}. Modelos de Hugging Face; tamaños aproximados antes de la descarga.</translation>
    </message>
    <message>
        <source>Long documents and chats</source>
        <translation>Documentos y chats largos</translation>
    </message>
    <message>
        <source>Looking up the file…</source>
        <translation>Buscando el archivo…</translation>
    </message>
    <message>
        <source>Models for this computer</source>
        <translation>Modelos para este equipo</translation>
    </message>
    <message>
        <source>Needs more RAM and VRAM than this computer has.</source>
        <translation>Necesita más RAM y VRAM de las que tiene este equipo.</translation>
    </message>
    <message>
        <source>Needs more RAM than this computer has.</source>
        <translation>Necesita más RAM de la que tiene este equipo.</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
    <message>
        <source>Programming</source>
        <translation>Programación</translation>
    </message>
    <message>
        <source>Quick replies on any computer</source>
        <translation>Respuestas rápidas en cualquier equipo</translation>
    </message>
    <message>
        <source>Reasoning and math</source>
        <translation>Lógica y matemáticas</translation>
    </message>
    <message>
        <source>Recommended models</source>
        <translation>Modelos recomendados</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Runs slowly</source>
        <translation>Va lento</translation>
    </message>
    <message>
        <source>Runs well</source>
        <translation>Va bien</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Justo</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>No cabe</translation>
    </message>
    <message>
        <source>Writing in many languages</source>
        <translation>Escribir en muchos idiomas</translation>
    </message>
    <message>
        <source>{number}K context</source>
        <translation>contexto de {number}K</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln página</numerusform>
            <numerusform>%Ln páginas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln palabra</numerusform>
            <numerusform>%Ln palabras</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Añadir documentos</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Archivos…</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>Añadir carpeta</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Carpeta…</translation>
    </message>
    <message>
        <source>Add texts, PDFs, Word files, web pages or a folder of code, or drop them here. Longthread indexes them once. Type “@” in a chat to use one: the model gets the passages it needs, and replies cite them.</source>
        <translation>Añade textos, PDF, archivos de Word, páginas web o una carpeta de código, o arrástralos aquí. Longthread los indexa una sola vez. Escribe «@» en un chat para usar uno: el modelo recibe los pasajes que necesita y las respuestas los citan.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Always keep on disk</source>
        <translation>Conservar siempre en disco</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Code folder</source>
        <translation>Carpeta de código</translation>
    </message>
    <message>
        <source>Collect facts</source>
        <translation>Extraer datos</translation>
    </message>
    <message>
        <source>Delete its facts</source>
        <translation>Eliminar datos extraídos</translation>
    </message>
    <message>
        <source>Delete their facts</source>
        <translation>Eliminar datos extraídos</translation>
    </message>
    <message>
        <source>Deletes the text and passages that Longthread keeps, also from chats that use them. The original files stay where they are.</source>
        <translation>Elimina el texto y los pasajes que guarda Longthread, también de los chats que los usan. Los archivos originales se quedan donde están.</translation>
    </message>
    <message>
        <source>Document {name}</source>
        <translation>Documento {name}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>File has changed since Longthread read it</source>
        <translation>El archivo ha cambiado desde que se leyó</translation>
    </message>
    <message>
        <source>File is gone; its text is still here</source>
        <translation>El archivo ya no está; su texto sigue aquí</translation>
    </message>
    <message>
        <source>Indexing…</source>
        <translation>Indexando…</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Página siguiente</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Aún no hay documentos</translation>
    </message>
    <message>
        <source>No passages found for “{searched}”.</source>
        <translation>No hay pasajes sobre «{searched}».</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>Abrir original</translation>
    </message>
    <message>
        <source>Page of the document</source>
        <translation>Página del documento</translation>
    </message>
    <message>
        <source>Page {number} of {total}</source>
        <translation>Página {number} de {total}</translation>
    </message>
    <message>
        <source>Part {number} of {total}</source>
        <translation>Parte {number} de {total}</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>Pasajes encontrados</translation>
    </message>
    <message>
        <source>Pause preparing</source>
        <translation>Pausar preparación</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>Previsión: {words}</translation>
    </message>
    <message>
        <source>Prepare for {model}</source>
        <translation>Preparar para {model}</translation>
    </message>
    <message>
        <source>Preparing for {model}…</source>
        <translation>Preparando para {model}…</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>Preparando…</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>Página anterior</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Volver a leer</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Leyendo…</translation>
    </message>
    <message>
        <source>Ready for {model}</source>
        <translation>Listo para {model}</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>Listo para buscar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln document(s)?</source>
        <translation>
            <numerusform>¿Quitar %Ln documento?</numerusform>
            <numerusform>¿Quitar %Ln documentos?</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {number}…</source>
        <translation>Quitar {number}…</translation>
    </message>
    <message>
        <source>Remove “{name}”?</source>
        <translation>¿Quitar «{name}»?</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Quitar…</translation>
    </message>
    <message>
        <source>Resume preparing</source>
        <translation>Reanudar preparación</translation>
    </message>
    <message>
        <source>Search in all documents</source>
        <translation>Buscar en todos los documentos</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Mostrar en la carpeta</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>Mostrar página</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>Mostrar texto</translation>
    </message>
    <message>
        <source>Stop indexing</source>
        <translation>Detener indexación</translation>
    </message>
    <message>
        <source>Stop watching “{name}”</source>
        <translation>Dejar de vigilar «{name}»</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>Texto del documento</translation>
    </message>
    <message>
        <source>The document has changed, and this passage is no longer in it.</source>
        <translation>El documento ha cambiado y este pasaje ya no aparece en él.</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>En espera…</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>Carpetas vigiladas</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Página web</translation>
    </message>
    <message>
        <source>Word file</source>
        <translation>Archivo de Word</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>página {number}</translation>
    </message>
    <message>
        <source>preparing is paused</source>
        <translation>preparación en pausa</translation>
    </message>
    <message>
        <source>waiting to be prepared</source>
        <translation>pendiente de preparar</translation>
    </message>
    <message>
        <source>waiting until your computer is plugged in</source>
        <translation>esperando a que conectes el equipo a la corriente</translation>
    </message>
    <message>
        <source>watched folder</source>
        <translation>carpeta vigilada</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>{ratio}× menor</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>{size} en disco</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln item(s) to your documents</source>
        <translation>
            <numerusform>Añadir %Ln elemento a tus documentos</numerusform>
            <numerusform>Añadir %Ln elementos a tus documentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>Añadir %Ln archivo de modelo</numerusform>
            <numerusform>Añadir %Ln archivos de modelo</numerusform>
        </translation>
    </message>
    <message>
        <source>Add and load {name}</source>
        <translation>Añadir y cargar {name}</translation>
    </message>
    <message>
        <source>Add model folder {folder}</source>
        <translation>Añadir la carpeta de modelos {folder}</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>Añadir proyector de visión a {model}</translation>
    </message>
    <message>
        <source>Add vision projector {file}</source>
        <translation>Añadir proyector de visión {file}</translation>
    </message>
    <message>
        <source>Add {name} to the library</source>
        <translation>Añadir {name} a la biblioteca</translation>
    </message>
    <message>
        <source>Add {name} to your documents</source>
        <translation>Añadir {name} a tus documentos</translation>
    </message>
    <message>
        <source>Adds to your chats and changes none of them</source>
        <translation>Se suman a tus chats sin cambiar ninguno</translation>
    </message>
    <message numerus="yes">
        <source>Also attaches %Ln file(s)</source>
        <translation>
            <numerusform>También adjunta %Ln archivo</numerusform>
            <numerusform>También adjunta %Ln archivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also imports chats from %Ln export(s)</source>
        <translation>
            <numerusform>También importa chats de %Ln exportación</numerusform>
            <numerusform>También importa chats de %Ln exportaciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>Adjuntar %Ln archivo</numerusform>
            <numerusform>Adjuntar %Ln archivos</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach the files inside instead.</source>
        <translation>Adjunta mejor los archivos que contiene.</translation>
    </message>
    <message>
        <source>Attach {name}</source>
        <translation>Adjuntar {name}</translation>
    </message>
    <message>
        <source>Can&apos;t find “{name}”.</source>
        <translation>No se encuentra «{name}».</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({why}).</source>
        <translation>No se puede leer «{name}» ({why}).</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t use %Ln item(s).</source>
        <translation>
            <numerusform>No se puede usar %Ln elemento.</numerusform>
            <numerusform>No se pueden usar %Ln elementos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t use this here</source>
        <translation>Aquí no se puede usar</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Comprueba los permisos del archivo.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Elige otro archivo.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Vuelve a descargar el archivo.</translation>
    </message>
    <message>
        <source>Drop a model, text file or document.</source>
        <translation>Arrastra un modelo, un archivo de texto o un documento.</translation>
    </message>
    <message numerus="yes">
        <source>Import chats from %Ln export(s)</source>
        <translation>
            <numerusform>Importar chats de %Ln exportación</numerusform>
            <numerusform>Importar chats de %Ln exportaciones</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from {name}</source>
        <translation>Importar chats de {name}</translation>
    </message>
    <message>
        <source>Insert text into message</source>
        <translation>Insertar el texto en el mensaje</translation>
    </message>
    <message>
        <source>Longthread reads the text; the files stay where they are</source>
        <translation>Longthread lee el texto; los archivos se quedan donde están</translation>
    </message>
    <message>
        <source>Look for a GGUF version of the model in the model library.</source>
        <translation>Busca una versión GGUF del modelo en «Modelos».</translation>
    </message>
    <message>
        <source>New models appear automatically; Longthread copies nothing</source>
        <translation>Los modelos nuevos aparecen solos; Longthread no copia nada</translation>
    </message>
    <message>
        <source>The file was moved or deleted.</source>
        <translation>El archivo se ha movido o eliminado.</translation>
    </message>
    <message>
        <source>The model reads the text; the file stays where it is</source>
        <translation>El modelo lee el texto; el archivo se queda donde está</translation>
    </message>
    <message>
        <source>The model reads the text; the files stay where they are</source>
        <translation>El modelo lee el texto; los archivos se quedan donde están</translation>
    </message>
    <message>
        <source>The model sees the image, and the chat keeps a copy</source>
        <translation>El modelo ve la imagen y el chat guarda una copia</translation>
    </message>
    <message>
        <source>The model sees the images and reads the text in the other files</source>
        <translation>El modelo ve las imágenes y lee el texto de los demás archivos</translation>
    </message>
    <message>
        <source>The model sees the images, and the chat keeps copies</source>
        <translation>El modelo ve las imágenes y el chat guarda copias</translation>
    </message>
    <message>
        <source>This vision projector (mmproj) also needs the model it was made for</source>
        <translation>A este proyector de visión (mmproj) le falta el modelo para el que se creó</translation>
    </message>
    <message>
        <source>You can edit the text before sending</source>
        <translation>Puedes editar el texto antes de enviarlo</translation>
    </message>
    <message>
        <source>{file} lets the model see images and stays where it is</source>
        <translation>{file} permite al modelo ver imágenes y se queda donde está</translation>
    </message>
    <message>
        <source>{size}, used in place without a copy</source>
        <translation>{size}, se usa donde está, sin copia</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>«{name}» es una carpeta.</translation>
    </message>
    <message>
        <source>“{name}” is a model in a format that Longthread can&apos;t load.</source>
        <translation>«{name}» es un modelo en un formato que Longthread no puede cargar.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a readable file.</source>
        <translation>«{name}» no es un archivo legible.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a valid GGUF model.</source>
        <translation>«{name}» no es un modelo GGUF válido.</translation>
    </message>
</context>
<context>
    <name>HeadMeasuring</name>
    <message>
        <source>Start measuring again.</source>
        <translation>Vuelve a iniciar la medición.</translation>
    </message>
    <message>
        <source>The engine stopped before the measurement finished.</source>
        <translation>El motor se ha detenido antes de terminar la medición.</translation>
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
        <translation>Añadir archivo de modelo…</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>Ajustes del chat</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>Título del chat</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message numerus="yes">
        <source>Context of %Ln token(s)</source>
        <translation>
            <numerusform>Contexto de %Ln token</numerusform>
            <numerusform>Contexto de %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Device and context size</source>
        <translation>Dispositivo y tamaño del contexto</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>No admite compactación: {why}</translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation>Doble clic para renombrar</translation>
    </message>
    <message>
        <source>Load settings for {name}…</source>
        <translation>Ajustes de carga de {name}…</translation>
    </message>
    <message>
        <source>Loading {name} {share}</source>
        <translation>Cargando {name} {share}</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Renombrar chat</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>Mostrar u ocultar barra lateral</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Liberar</translation>
    </message>
    <message>
        <source>Unloaded because it wasn&apos;t used for a while. Loads again when you write.</source>
        <translation>Se ha liberado porque llevaba un rato sin usarse. Se vuelve a cargar cuando escribes.</translation>
    </message>
    <message>
        <source>{name} failed to load</source>
        <translation>Error al cargar {name}</translation>
    </message>
    <message>
        <source>{name} is unloaded</source>
        <translation>{name} no está cargado</translation>
    </message>
    <message>
        <source>{name} stopped</source>
        <translation>{name} se ha detenido</translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>KV rows kept by each head</source>
        <translation>Filas KV conservadas por cabeza</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Última</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {rows} KV rows for {tokens} tokens · {types} · fit error {error}</source>
        <translation>Capa {layer}, cabeza {head}: {rows} filas KV para {tokens} tokens · {types} · error de ajuste {error}</translation>
    </message>
    <message>
        <source>Nothing is compacted in this chat.</source>
        <translation>No hay nada compactado en este chat.</translation>
    </message>
    <message>
        <source>Stronger color: more rows kept. Outlined: all kept. Layers run across, heads down.</source>
        <translation>Color más intenso: más filas conservadas. Con borde: todas. Capas en horizontal, cabezas en vertical.</translation>
    </message>
    <message>
        <source>{ratio}× compacted: {rows} of {all} KV rows. {whole} of {heads} heads keep all rows.</source>
        <translation>{ratio}× compactado: {rows} de {all} filas KV. {whole} de {heads} cabezas conservan todas las filas.</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Turn off</source>
        <translation>Desactivar</translation>
    </message>
</context>
<context>
    <name>Knowledge</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln dato</numerusform>
            <numerusform>%Ln datos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more place(s)</source>
        <translation>
            <numerusform>%Ln lugar más</numerusform>
            <numerusform>%Ln lugares más</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln respuesta</numerusform>
            <numerusform>%Ln respuestas</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>Añadir documentos</translation>
    </message>
    <message>
        <source>Collect facts from chats, too</source>
        <translation>Extraer datos también de chats</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>Extraer datos de documentos</translation>
    </message>
    <message>
        <source>Collecting facts is off</source>
        <translation>Extracción de datos desactivada</translation>
    </message>
    <message>
        <source>Collecting facts…</source>
        <translation>Extrayendo datos…</translation>
    </message>
    <message>
        <source>Collecting is paused</source>
        <translation>Extracción en pausa</translation>
    </message>
    <message>
        <source>Combine with “{name}”</source>
        <translation>Combinar con «{name}»</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln name(s) with their facts</source>
        <translation>
            <numerusform>Eliminar %Ln nombre con sus datos</numerusform>
            <numerusform>Eliminar %Ln nombres con sus datos</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete fact</source>
        <translation>Eliminar dato</translation>
    </message>
    <message>
        <source>Delete with its facts</source>
        <translation>Eliminar con sus datos</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln name(s)</source>
        <translation>
            <numerusform>%Ln nombre eliminado</numerusform>
            <numerusform>%Ln nombres eliminados</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>«{name}» eliminado</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Facts come from documents that a chat uses. Type “@” in a chat to add one, or choose “Collect facts” in the menu of a document.</source>
        <translation>Los datos vienen de los documentos que usa un chat. Escribe «@» en un chat para añadir uno o elige «Extraer datos» en el menú de un documento.</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Grafo</translation>
    </message>
    <message>
        <source>Graph around {name}</source>
        <translation>Grafo en torno a {name}</translation>
    </message>
    <message>
        <source>Idea</source>
        <translation>Concepto</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Conocimiento</translation>
    </message>
    <message>
        <source>No facts found</source>
        <translation>No se han encontrado datos</translation>
    </message>
    <message>
        <source>No facts yet</source>
        <translation>Aún no hay datos</translation>
    </message>
    <message>
        <source>Nothing found for “{searched}”.</source>
        <translation>No hay resultados para «{searched}».</translation>
    </message>
    <message>
        <source>Organization</source>
        <translation>Organización</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Pause collecting</source>
        <translation>Pausar extracción</translation>
    </message>
    <message>
        <source>People, places and things</source>
        <translation>Personas, lugares y cosas</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>Persona</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Resume collecting</source>
        <translation>Reanudar extracción</translation>
    </message>
    <message>
        <source>Search people, places and things</source>
        <translation>Buscar personas, lugares y cosas</translation>
    </message>
    <message>
        <source>Separate in</source>
        <translation>Tratar por separado en</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>Mostrar todo el grafo</translation>
    </message>
    <message>
        <source>Show what is linked</source>
        <translation>Mostrar relaciones</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your documents and how they&apos;re linked, with the sentence each fact comes from.</source>
        <translation>El modelo anota las personas, organizaciones y lugares de tus documentos y cómo se relacionan, con la frase de la que sale cada dato.</translation>
    </message>
    <message>
        <source>The model read your documents and found no people, organizations or places that are linked.</source>
        <translation>El modelo ha leído tus documentos y no ha encontrado personas, organizaciones ni lugares relacionados.</translation>
    </message>
    <message>
        <source>The rest takes about as long as {replies}. Collecting runs when the model is idle and pauses for every message.</source>
        <translation>El resto tarda más o menos lo mismo que {replies}. La extracción funciona cuando el modelo está en reposo y hace una pausa con cada mensaje.</translation>
    </message>
    <message>
        <source>Thing</source>
        <translation>Cosa</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>Chat sin título</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>Esperando un modelo</translation>
    </message>
    <message>
        <source>Waiting for an idle moment</source>
        <translation>Esperando un momento libre</translation>
    </message>
    <message>
        <source>Waiting until your computer is plugged in</source>
        <translation>Esperando a que conectes el equipo a la corriente</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Acercar</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Alejar</translation>
    </message>
    <message>
        <source>also {names}</source>
        <translation>también {names}</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>página {number}</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln passages read</source>
        <translation>
            <numerusform>{done} de %Ln pasaje leído</numerusform>
            <numerusform>{done} de %Ln pasajes leídos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln idioma</numerusform>
            <numerusform>%Ln idiomas</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
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
            <numerusform>%Ln parte</numerusform>
            <numerusform>%Ln partes</numerusform>
        </translation>
    </message>
    <message>
        <source>Access token (hf_…)</source>
        <translation>Token de acceso (hf_…)</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>Token de acceso…</translation>
    </message>
    <message>
        <source>Account required</source>
        <translation>Requiere cuenta</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Añadir archivo de modelo…</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Todos los resultados</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Cancel download of {name}</source>
        <translation>Cancelar la descarga de {name}</translation>
    </message>
    <message>
        <source>Delete token</source>
        <translation>Eliminar token</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>No admite compactación: {why}</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Download {label}, {size}</source>
        <translation>Descargar {label}, {size}</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in the window</source>
        <translation>Arrastra un archivo .gguf a la ventana</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in this window. The file stays where it is.</source>
        <translation>Arrastra un archivo .gguf a cualquier parte de esta ventana. El archivo se queda donde está.</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>Archivo no encontrado</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Files of {repo}</source>
        <translation>Archivos de {repo}</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Buscar modelos</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Cabe</translation>
    </message>
    <message>
        <source>Hugging Face access token</source>
        <translation>Token de acceso de Hugging Face</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Loading {repo}…</source>
        <translation>Cargando {repo}…</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Cargando…</translation>
    </message>
    <message>
        <source>Missing parts: {names}.</source>
        <translation>Faltan partes: {names}.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Model name or owner/name</source>
        <translation>Nombre del modelo o autor/nombre</translation>
    </message>
    <message>
        <source>Needed only for models that require an account</source>
        <translation>Solo hace falta para modelos que requieren una cuenta</translation>
    </message>
    <message>
        <source>No GGUF models found. Try fewer words or a model family such as “qwen”.</source>
        <translation>No se han encontrado modelos GGUF. Prueba con menos palabras o con una familia de modelos como «qwen».</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Sin comprobar aún</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>En este equipo</translation>
    </message>
    <message>
        <source>Open details for {name}</source>
        <translation>Abrir detalles de {name}</translation>
    </message>
    <message>
        <source>Opens in your browser</source>
        <translation>Se abre en tu navegador</translation>
    </message>
    <message>
        <source>Pause {name}</source>
        <translation>Pausar {name}</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Actualizar</translation>
    </message>
    <message>
        <source>Remove {name} from library (keeps the file)</source>
        <translation>Quitar {name} de la biblioteca (conserva el archivo)</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>Quitar {name} de esta lista</translation>
    </message>
    <message>
        <source>Resume {name}</source>
        <translation>Reanudar {name}</translation>
    </message>
    <message>
        <source>Rough estimate from the file size. A better one follows after the download.</source>
        <translation>Estimación aproximada según el tamaño del archivo. Tras la descarga habrá una mejor.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store.</source>
        <translation>Guardado en el almacén de contraseñas del sistema.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>Buscar en Hugging Face</translation>
    </message>
    <message>
        <source>Searches huggingface.co for GGUF models. Longthread sends nothing until you search.</source>
        <translation>Busca modelos GGUF en huggingface.co. Longthread no envía nada hasta que buscas.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>Still incomplete; available when the copy or download finishes</source>
        <translation>Aún incompleto; estará disponible cuando acabe la copia o la descarga</translation>
    </message>
    <message>
        <source>Supports compaction</source>
        <translation>Admite compactación</translation>
    </message>
    <message>
        <source>This repository has no complete GGUF file.</source>
        <translation>Este repositorio no tiene ningún archivo GGUF completo.</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Justo</translation>
    </message>
    <message>
        <source>Token deleted.</source>
        <translation>Token eliminado.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>No cabe</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Liberar</translation>
    </message>
    <message>
        <source>Verifying the file… {share}</source>
        <translation>Verificando el archivo… {share}</translation>
    </message>
    <message>
        <source>View on Hugging Face</source>
        <translation>Ver en Hugging Face</translation>
    </message>
    <message>
        <source>Your system has no working password store, so Longthread forgets the token when you quit.</source>
        <translation>Tu sistema no tiene un almacén de contraseñas que funcione, así que Longthread olvida el token al salir.</translation>
    </message>
    <message>
        <source>Your system&apos;s password store keeps the token. Longthread sends it only to Hugging Face.</source>
        <translation>El almacén de contraseñas de tu sistema guarda el token. Longthread solo lo envía a Hugging Face.</translation>
    </message>
    <message numerus="yes">
        <source>context up to %Ln token(s)</source>
        <translation>
            <numerusform>contexto de hasta %Ln token</numerusform>
            <numerusform>contexto de hasta %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>updated {day}</source>
        <translation>actualizado {day}</translation>
    </message>
    <message>
        <source>vision projector (mmproj)</source>
        <translation>proyector de visión (mmproj)</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>{done} of {total} · paused</source>
        <translation>{done} de {total} · en pausa</translation>
    </message>
    <message>
        <source>{done} of {total} · queued</source>
        <translation>{done} de {total} · en cola</translation>
    </message>
    <message>
        <source>{done} of {total} · {problem} Retrying…</source>
        <translation>{done} de {total} · {problem} Reintentando…</translation>
    </message>
    <message>
        <source>{done} of {total} · {speed}/s · {time} left</source>
        <translation>{done} de {total} · {speed}/s · quedan {time}</translation>
    </message>
    <message>
        <source>{number} downloads</source>
        <translation>{number} descargas</translation>
    </message>
    <message>
        <source>{number} parameters</source>
        <translation>{number} parámetros</translation>
    </message>
    <message>
        <source>{total} · added to library</source>
        <translation>{total} · añadido a la biblioteca</translation>
    </message>
</context>
<context>
    <name>LoadSettings</name>
    <message>
        <source>Context size</source>
        <translation>Tamaño del contexto</translation>
    </message>
    <message>
        <source>Context size in: {kind}</source>
        <translation>Tamaño del contexto en: {kind}</translation>
    </message>
    <message>
        <source>How much the model holds in full detail before it compacts. RAM use grows only as needed.</source>
        <translation>Cuánto guarda el modelo con todo detalle antes de compactar. El uso de RAM solo crece cuando hace falta.</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Reset {setting} to general settings</source>
        <translation>Restablecer {setting} a los ajustes generales</translation>
    </message>
    <message>
        <source>Share of free RAM/VRAM</source>
        <translation>Porcentaje de la RAM/VRAM libre</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>same as general settings</source>
        <translation>igual que en los ajustes generales</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Buffers</source>
        <translation>Búferes</translation>
    </message>
    <message numerus="yes">
        <source>KV cache for %Ln token(s)</source>
        <translation>
            <numerusform>Caché KV para %Ln token</numerusform>
            <numerusform>Caché KV para %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>RAM and VRAM</source>
        <translation>RAM y VRAM</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Este modelo</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation>{amount} libres</translation>
    </message>
    <message>
        <source>{amount} left</source>
        <translation>quedan {amount}</translation>
    </message>
    <message>
        <source>{amount} too much</source>
        <translation>{amount} de más</translation>
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
            <numerusform>%Ln token en contexto</numerusform>
            <numerusform>%Ln tokens en contexto</numerusform>
        </translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>Compactar ahora</translation>
    </message>
    <message>
        <source>Compact the older part of this chat</source>
        <translation>Compactar la parte más antigua de este chat</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>Compactado</translation>
    </message>
    <message>
        <source>Compacted {number}</source>
        <translation>Compactado {number}</translation>
    </message>
    <message>
        <source>Compacted {number} in {size}</source>
        <translation>Compactado {number} en {size}</translation>
    </message>
    <message>
        <source>Compacted, this chat can hold about {number} tokens.</source>
        <translation>Compactado, en este chat caben unos {number} tokens.</translation>
    </message>
    <message>
        <source>Compacting in the background {share}</source>
        <translation>Compactando en segundo plano {share}</translation>
    </message>
    <message>
        <source>Compacting {share}</source>
        <translation>Compactando {share}</translation>
    </message>
    <message>
        <source>Compacts at {share}</source>
        <translation>Compacta al {share}</translation>
    </message>
    <message>
        <source>Context  empty</source>
        <translation>Contexto  vacío</translation>
    </message>
    <message>
        <source>Context  loading…</source>
        <translation>Contexto  cargando…</translation>
    </message>
    <message>
        <source>Context  not loaded yet</source>
        <translation>Contexto  aún sin cargar</translation>
    </message>
    <message>
        <source>Context  {used} / {total}</source>
        <translation>Contexto  {used} / {total}</translation>
    </message>
    <message>
        <source>Context {share}</source>
        <translation>Contexto {share}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Documents {number}</source>
        <translation>Documentos {number}</translation>
    </message>
    <message>
        <source>Documents {number} in {size}</source>
        <translation>Documentos {number} en {size}</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>Full detail</source>
        <translation>Con todo detalle</translation>
    </message>
    <message>
        <source>Full detail {number}</source>
        <translation>Con detalle {number}</translation>
    </message>
    <message>
        <source>Hide context details</source>
        <translation>Ocultar detalles del contexto</translation>
    </message>
    <message>
        <source>Keep context details open</source>
        <translation>Fijar detalles del contexto</translation>
    </message>
    <message>
        <source>Loading model {share}</source>
        <translation>Cargando modelo {share}</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>Sin leer aún</translation>
    </message>
    <message>
        <source>Other chats and background work: {size}</source>
        <translation>Otros chats y tareas en segundo plano: {size}</translation>
    </message>
    <message>
        <source>Other work {share}</source>
        <translation>Otras tareas {share}</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>Previsión: {words}</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>Leer ahora</translation>
    </message>
    <message>
        <source>Read the rest of this chat now, so your next message doesn&apos;t wait</source>
        <translation>Leer ahora el resto de este chat para que tu próximo mensaje no espere</translation>
    </message>
    <message>
        <source>Reading stopped</source>
        <translation>Lectura detenida</translation>
    </message>
    <message>
        <source>Reading {done} / {total}</source>
        <translation>Leyendo {done} / {total}</translation>
    </message>
    <message>
        <source>Reading {share}</source>
        <translation>Leyendo {share}</translation>
    </message>
    <message>
        <source>Refining in the background {share}</source>
        <translation>Refinando en segundo plano {share}</translation>
    </message>
    <message>
        <source>Refining {share}</source>
        <translation>Refinando {share}</translation>
    </message>
    <message>
        <source>Reread in {time}</source>
        <translation>Releído en {time}</translation>
    </message>
    <message>
        <source>Rereading the chat {done} / {total}</source>
        <translation>Releyendo el chat {done} / {total}</translation>
    </message>
    <message>
        <source>Rereading {share}</source>
        <translation>Releyendo {share}</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>Reserva para la respuesta</translation>
    </message>
    <message>
        <source>Reserved for reply {number}</source>
        <translation>Reserva {number}</translation>
    </message>
    <message>
        <source>Resumed in {time}</source>
        <translation>Reanudado en {time}</translation>
    </message>
    <message>
        <source>Saving state {share}</source>
        <translation>Guardando estado {share}</translation>
    </message>
    <message>
        <source>Show context details</source>
        <translation>Mostrar detalles del contexto</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stop compacting and keep the context unchanged</source>
        <translation>Detener la compactación y dejar el contexto sin cambios</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>System {number}</source>
        <translation>Sistema {number}</translation>
    </message>
    <message>
        <source>Unpin context details</source>
        <translation>Desfijar detalles del contexto</translation>
    </message>
    <message>
        <source>Working {share}</source>
        <translation>En curso {share}</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>casi listo</translation>
    </message>
    <message>
        <source>compaction on hold</source>
        <translation>compactación en espera</translation>
    </message>
    <message>
        <source>other work {share}</source>
        <translation>otras tareas {share}</translation>
    </message>
    <message>
        <source>room for {number} more</source>
        <translation>caben {number} más</translation>
    </message>
    <message>
        <source>{done} of {total} tokens read</source>
        <translation>{done} de {total} tokens leídos</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>{ratio}× compactado</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>quedan {time}</translation>
    </message>
</context>
<context>
    <name>ModelActions</name>
    <message>
        <source>Add model folder</source>
        <translation>Añadir carpeta de modelos</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>Añadir proyector de visión a {model}</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Todos los archivos</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Delete {model} from disk?</source>
        <translation>¿Eliminar {model} del disco?</translation>
    </message>
    <message>
        <source>Name (in the file: {own})</source>
        <translation>Nombre (en el archivo: {own})</translation>
    </message>
    <message numerus="yes">
        <source>Permanently deletes %Ln file(s), {amount}, from {folder}.</source>
        <translation>
            <numerusform>Elimina definitivamente %Ln archivo, {amount}, de {folder}.</numerusform>
            <numerusform>Elimina definitivamente %Ln archivos, {amount}, de {folder}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Rename model</source>
        <translation>Renombrar modelo</translation>
    </message>
    <message>
        <source>Vision projectors</source>
        <translation>Proyectores de visión</translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message>
        <source>Add the matching model, then add this file on the model&apos;s page.</source>
        <translation>Añade el modelo correspondiente y luego este archivo en la página del modelo.</translation>
    </message>
    <message>
        <source>Can&apos;t delete {file} ({reason}).</source>
        <translation>No se puede eliminar {file} ({reason}).</translation>
    </message>
    <message>
        <source>Choose the mmproj file made for this model.</source>
        <translation>Elige el archivo mmproj creado para este modelo.</translation>
    </message>
    <message>
        <source>Close programs that use the file, or check the folder&apos;s permissions.</source>
        <translation>Cierra los programas que usan el archivo o comprueba los permisos de la carpeta.</translation>
    </message>
    <message>
        <source>Deleted the link to {model}.</source>
        <translation>Enlace a {model} eliminado.</translation>
    </message>
    <message>
        <source>Deleted {model} from disk.</source>
        <translation>{model} eliminado del disco.</translation>
    </message>
    <message>
        <source>No model in the library fits the vision projector {file}.</source>
        <translation>Ninguno de tus modelos es compatible con el proyector de visión {file}.</translation>
    </message>
    <message>
        <source>Removed {model} from the library.</source>
        <translation>{model} se ha quitado de la biblioteca.</translation>
    </message>
    <message numerus="yes">
        <source>The file also fits %Ln other model(s). Add it on the model&apos;s page.</source>
        <translation>
            <numerusform>El archivo también es compatible con %Ln modelo más. Añádelo en la página del modelo.</numerusform>
            <numerusform>El archivo también es compatible con %Ln modelos más. Añádelo en la página del modelo.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>El archivo se queda donde está.</translation>
    </message>
    <message>
        <source>The original file stays where it is.</source>
        <translation>El archivo original se queda donde está.</translation>
    </message>
    <message>
        <source>This file isn&apos;t a vision projector.</source>
        <translation>Este archivo no es un proyector de visión.</translation>
    </message>
    <message>
        <source>{file} doesn&apos;t fit {model}.</source>
        <translation>{file} no es compatible con {model}.</translation>
    </message>
    <message>
        <source>{model} now uses the vision projector {file}.</source>
        <translation>{model} usa ahora el proyector de visión {file}.</translation>
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
        <translation>Arquitectura</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Plantilla de chat</translation>
    </message>
    <message>
        <source>Included</source>
        <translation>Incluida</translation>
    </message>
    <message>
        <source>KV cache per token</source>
        <translation>Caché KV por token</translation>
    </message>
    <message>
        <source>Layers and heads</source>
        <translation>Capas y cabezas</translation>
    </message>
    <message>
        <source>Maximum context</source>
        <translation>Contexto máximo</translation>
    </message>
    <message>
        <source>Not included; Longthread uses a generic template</source>
        <translation>No incluida; Longthread usa una plantilla genérica</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Cuantización</translation>
    </message>
    <message>
        <source>{amount} at f16</source>
        <translation>{amount} en f16</translation>
    </message>
    <message>
        <source>{layers} layers, {heads} query heads, {kv} KV heads</source>
        <translation>{layers} capas, {heads} cabezas de consulta, {kv} cabezas KV</translation>
    </message>
</context>
<context>
    <name>ModelFiles</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln archivo</numerusform>
            <numerusform>%Ln archivos</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Mostrar en la carpeta</translation>
    </message>
</context>
<context>
    <name>ModelFit</name>
    <message>
        <source>Change the split across GPUs, or put fewer layers on them.</source>
        <translation>Cambia el reparto entre las GPU o pon menos capas en ellas.</translation>
    </message>
    <message>
        <source>Estimated from the file; precise after the first load.</source>
        <translation>Estimado a partir del archivo; exacto tras la primera carga.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Cabe</translation>
    </message>
    <message>
        <source>Needs about {device} of VRAM, {free} available.</source>
        <translation>Necesita unos {device} de VRAM; hay {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {need} of VRAM on {device}, {free} available.</source>
        <translation>Necesita unos {need} de VRAM en {device}; hay {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {total} of the {free} available.</source>
        <translation>Necesita unos {total} de los {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {total}, {free} available.</source>
        <translation>Necesita unos {total}; hay {free} disponibles.</translation>
    </message>
    <message>
        <source>Needs about {total}.</source>
        <translation>Necesita unos {total}.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU or reduce the context size.</source>
        <translation>Pon menos capas en la GPU o reduce el tamaño del contexto.</translation>
    </message>
    <message>
        <source>Reduce the context size, choose a smaller KV cache type or close other programs.</source>
        <translation>Reduce el tamaño del contexto, elige un tipo de caché KV más pequeño o cierra otros programas.</translation>
    </message>
    <message>
        <source>This leaves little RAM for other programs.</source>
        <translation>Queda poca RAM para otros programas.</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Justo</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>No cabe</translation>
    </message>
    <message>
        <source>Weights and buffers measured at the last load.</source>
        <translation>Pesos y búferes medidos en la última carga.</translation>
    </message>
</context>
<context>
    <name>ModelFolders</name>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln modelo</numerusform>
            <numerusform>%Ln modelos</numerusform>
        </translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Añadir carpeta…</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Models in these folders appear automatically.</source>
        <translation>Los modelos de estas carpetas aparecen solos.</translation>
    </message>
    <message>
        <source>Remove folder {folder} (keeps its files)</source>
        <translation>Quitar la carpeta {folder} (conserva sus archivos)</translation>
    </message>
    <message>
        <source>{found} · downloads go here</source>
        <translation>{found} · carpeta de descargas</translation>
    </message>
</context>
<context>
    <name>ModelHeads</name>
    <message>
        <source>Compaction keeps more detail in the heads that need it.</source>
        <translation>La compactación conserva más detalle en las cabezas que lo necesitan.</translation>
    </message>
    <message>
        <source>Head profile: built in</source>
        <translation>Perfil de cabezas: incluido</translation>
    </message>
    <message>
        <source>Head profile: measured on this computer</source>
        <translation>Perfil de cabezas: medido en este equipo</translation>
    </message>
    <message>
        <source>Head profile: not measured</source>
        <translation>Perfil de cabezas: sin medir</translation>
    </message>
    <message>
        <source>Head profile: not needed</source>
        <translation>Perfil de cabezas: no hace falta</translation>
    </message>
    <message>
        <source>Head profile: partly measured</source>
        <translation>Perfil de cabezas: medido en parte</translation>
    </message>
    <message>
        <source>Head profile: unknown</source>
        <translation>Perfil de cabezas: desconocido</translation>
    </message>
    <message>
        <source>Longthread is measuring another model</source>
        <translation>Longthread está midiendo otro modelo</translation>
    </message>
    <message>
        <source>Longthread measures the rest when idle, or you can start now.</source>
        <translation>Longthread mide el resto en reposo, o puedes empezar ya.</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Medir de nuevo</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>Medir ahora</translation>
    </message>
    <message>
        <source>Measuring continues when no chat is waiting for a reply.</source>
        <translation>La medición sigue cuando ningún chat espera respuesta.</translation>
    </message>
    <message>
        <source>Measuring… {share}</source>
        <translation>Midiendo… {share}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>This model doesn&apos;t support compaction.</source>
        <translation>Este modelo no admite compactación.</translation>
    </message>
    <message>
        <source>Until Longthread measures the heads, compaction treats them all the same. Measuring takes a few minutes, starts when Longthread is idle, and doesn&apos;t interrupt chats.</source>
        <translation>Hasta que Longthread mida las cabezas, la compactación las trata a todas por igual. La medición tarda unos minutos, empieza cuando Longthread está en reposo y no interrumpe los chats.</translation>
    </message>
</context>
<context>
    <name>ModelNotes</name>
    <message>
        <source>Notes on this model</source>
        <translation>Notas sobre este modelo</translation>
    </message>
    <message>
        <source>What the model does well, which settings suit it…</source>
        <translation>Qué hace bien el modelo, qué ajustes le van…</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>All models</source>
        <translation>Todos los modelos</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Cabezas de atención</translation>
    </message>
    <message>
        <source>Automatic: {choice}</source>
        <translation>Automático: {choice}</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>Eliminar archivos…</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Dispositivos</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Encontrados</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Cargar</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>Ajustes de carga</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Cargando…</translation>
    </message>
    <message>
        <source>Model details</source>
        <translation>Detalles del modelo</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Sin usar</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Reload to apply</source>
        <translation>Recargar y aplicar</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>Quitar de la biblioteca</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Liberar</translation>
    </message>
    <message>
        <source>Vision projector (mmproj)</source>
        <translation>Proyector de visión (mmproj)</translation>
    </message>
</context>
<context>
    <name>ModelVision</name>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Add a vision projector (mmproj) so the model can see images. Drop the file made for this model into the window, or choose it.</source>
        <translation>Añade un proyector de visión (mmproj) para que el modelo pueda ver imágenes. Arrastra a la ventana el archivo creado para este modelo o elígelo.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Elegir archivo…</translation>
    </message>
    <message>
        <source>File not found.</source>
        <translation>Archivo no encontrado.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>And {number} more.</source>
        <translation>Y {number} más.</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>Volver al chat</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>Copiar diagnóstico</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Download a small model</source>
        <translation>Descargar un modelo pequeño</translation>
    </message>
    <message>
        <source>Force stop</source>
        <translation>Forzar detención</translation>
    </message>
    <message>
        <source>Import anyway</source>
        <translation>Importar de todos modos</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>Ajustes de carga</translation>
    </message>
    <message>
        <source>Open model library</source>
        <translation>Abrir Modelos</translation>
    </message>
    <message>
        <source>Reload model</source>
        <translation>Recargar modelo</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>Reiniciar motor</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Diagnóstico…</translation>
    </message>
    <message>
        <source>Show update</source>
        <translation>Ver actualización</translation>
    </message>
    <message>
        <source>Start normally</source>
        <translation>Iniciar normalmente</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Use the CPU</source>
        <translation>Usar la CPU</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Usar este modelo</translation>
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
        <translation>{number}&#xa0;%</translation>
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
        <translation>{number} bytes</translation>
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
        <translation>Volver al chat</translation>
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
        <translation>Chats, acciones, ajustes, modelos…</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Paleta de comandos</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Load {name}</source>
        <translation>Cargar {name}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Move chat to “{name}”</source>
        <translation>Mover chat a «{name}»</translation>
    </message>
    <message>
        <source>Remove chat from folder</source>
        <translation>Quitar chat de la carpeta</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search chats for “{query}”</source>
        <translation>Buscar «{query}» en los chats</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Buscar comandos</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Settings: {page}</source>
        <translation>Ajustes: {page}</translation>
    </message>
    <message>
        <source>Unload {name}</source>
        <translation>Liberar {name}</translation>
    </message>
    <message>
        <source>load model</source>
        <translation>cargar modelo</translation>
    </message>
    <message>
        <source>model</source>
        <translation>modelo</translation>
    </message>
    <message>
        <source>↑ ↓ select    ↵ run    Esc close</source>
        <translation>↑ ↓ seleccionar    ↵ ejecutar    Esc cerrar</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>A preset named “{name}” already exists.</source>
        <translation>Ya existe un preajuste llamado «{name}».</translation>
    </message>
    <message>
        <source>All changes reset.</source>
        <translation>Cambios restablecidos.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Elige otro nombre.</translation>
    </message>
    <message>
        <source>Delete a preset you don&apos;t use.</source>
        <translation>Elimina un preajuste que no uses.</translation>
    </message>
    <message>
        <source>Deleted preset “{name}”.</source>
        <translation>Preajuste «{name}» eliminado.</translation>
    </message>
    <message>
        <source>Replaced preset “{name}”.</source>
        <translation>Preajuste «{name}» reemplazado.</translation>
    </message>
    <message>
        <source>You can&apos;t save any more presets.</source>
        <translation>No puedes guardar más preajustes.</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>Copiar imagen</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Copiar texto</translation>
    </message>
    <message>
        <source>File text</source>
        <translation>Texto del archivo</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Preview of {name}</source>
        <translation>Vista previa de {name}</translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation>Mostrar los {count} caracteres</translation>
    </message>
    <message>
        <source>The image is no longer on this computer.</source>
        <translation>La imagen ya no está en este equipo.</translation>
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
        <translation>Imprimir chat</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Tú</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>no disponible</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln dato</numerusform>
            <numerusform>%Ln datos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln archivo</numerusform>
            <numerusform>%Ln archivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln palabra</numerusform>
            <numerusform>%Ln palabras</numerusform>
        </translation>
    </message>
    <message>
        <source>Access tokens and keys</source>
        <translation>Tokens de acceso y claves</translation>
    </message>
    <message>
        <source>Add-ons</source>
        <translation>Complementos</translation>
    </message>
    <message>
        <source>Blocks all network requests and cancels current ones.</source>
        <translation>Bloquea todas las solicitudes de red y cancela las actuales.</translation>
    </message>
    <message>
        <source>Chats and settings</source>
        <translation>Chats y ajustes</translation>
    </message>
    <message>
        <source>Collected facts</source>
        <translation>Datos extraídos</translation>
    </message>
    <message>
        <source>Conversations of other programs, saved so that they resume instantly.</source>
        <translation>Conversaciones de otros programas, guardadas para reanudarse al instante.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Delete access tokens and keys?</source>
        <translation>¿Eliminar los tokens de acceso y las claves?</translation>
    </message>
    <message>
        <source>Delete add-ons?</source>
        <translation>¿Eliminar los complementos?</translation>
    </message>
    <message>
        <source>Delete all chats?</source>
        <translation>¿Eliminar todos los chats?</translation>
    </message>
    <message>
        <source>Delete all collected facts?</source>
        <translation>¿Eliminar todos los datos extraídos?</translation>
    </message>
    <message>
        <source>Delete all documents?</source>
        <translation>¿Eliminar todos los documentos?</translation>
    </message>
    <message>
        <source>Delete all saved prompts?</source>
        <translation>¿Eliminar todos los prompts guardados?</translation>
    </message>
    <message>
        <source>Delete all saved states?</source>
        <translation>¿Eliminar todos los estados guardados?</translation>
    </message>
    <message>
        <source>Delete all your words?</source>
        <translation>¿Eliminar todas tus palabras?</translation>
    </message>
    <message>
        <source>Delete downloaded models?</source>
        <translation>¿Eliminar los modelos descargados?</translation>
    </message>
    <message>
        <source>Delete logs?</source>
        <translation>¿Eliminar los registros?</translation>
    </message>
    <message>
        <source>Delete the local server&apos;s sessions?</source>
        <translation>¿Eliminar las sesiones del servidor local?</translation>
    </message>
    <message>
        <source>Delete: {name}</source>
        <translation>Eliminar: {name}</translation>
    </message>
    <message>
        <source>Deletes all chats, trash, drafts and backups, but keeps your settings. You can&apos;t undo this.</source>
        <translation>Elimina todos los chats, la papelera, los borradores y las copias de seguridad, pero conserva tus ajustes. Esta acción no se puede deshacer.</translation>
    </message>
    <message>
        <source>Deletes every prompt you saved. You can&apos;t undo this.</source>
        <translation>Elimina todos los prompts que has guardado. Esta acción no se puede deshacer.</translation>
    </message>
    <message>
        <source>Deletes what Longthread and models read from them. The files themselves and your chats stay.</source>
        <translation>Elimina lo que Longthread y los modelos han leído de ellos. Los archivos y tus chats se conservan.</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Deletion progress</source>
        <translation>Progreso de la eliminación</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Downloaded models</source>
        <translation>Modelos descargados</translation>
    </message>
    <message>
        <source>Future problem reports cover only what happens from now on.</source>
        <translation>Los próximos informes de problemas solo cubren lo que ocurra desde ahora.</translation>
    </message>
    <message>
        <source>Let chats resume instantly. Longthread recreates them when needed.</source>
        <translation>Permiten reanudar chats al instante. Longthread los recrea si hacen falta.</translation>
    </message>
    <message>
        <source>Local server&apos;s sessions</source>
        <translation>Sesiones del servidor local</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>Registros</translation>
    </message>
    <message>
        <source>Longthread underlines words again that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>Longthread vuelve a subrayar las palabras que no conoce el diccionario de tu sistema.</translation>
    </message>
    <message>
        <source>Messages, drafts, images, folders, trash and backups.</source>
        <translation>Mensajes, borradores, imágenes, carpetas, papelera y copias de seguridad.</translation>
    </message>
    <message>
        <source>Models from other folders aren&apos;t included.</source>
        <translation>No incluye los modelos de otras carpetas.</translation>
    </message>
    <message>
        <source>Models run on this computer, and your chats stay here, unless you switch on “Use other computers”. Longthread uses the network only for that and when you search Hugging Face, list a model&apos;s files, download a model or an add-on, or check for updates; each request appears below.</source>
        <translation>Los modelos se ejecutan en este equipo y tus chats se quedan aquí, salvo que actives «Usar otros equipos». Longthread solo usa la red para eso y cuando buscas en Hugging Face, ves los archivos de un modelo, descargas un modelo o un complemento o buscas actualizaciones; cada solicitud aparece abajo.</translation>
    </message>
    <message>
        <source>No network requests yet.</source>
        <translation>Aún no hay solicitudes de red.</translation>
    </message>
    <message>
        <source>Open folder: {name}</source>
        <translation>Abrir carpeta: {name}</translation>
    </message>
    <message>
        <source>Other programs can continue; the model first rereads their conversations.</source>
        <translation>Los otros programas pueden continuar; el modelo relee primero sus conversaciones.</translation>
    </message>
    <message>
        <source>People, places and things in your documents, and in chats if you turned that on.</source>
        <translation>Personas, lugares y cosas de tus documentos, y de los chats si lo has activado.</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Record program events and network requests, but no chat text.</source>
        <translation>Registran eventos del programa y solicitudes de red, pero nada del texto de los chats.</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store, never in a file.</source>
        <translation>Se guardan en el almacén de contraseñas del sistema, nunca en un archivo.</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message>
        <source>Saved states</source>
        <translation>Estados guardados</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Modo sin conexión</translation>
    </message>
    <message>
        <source>Support for graphics cards that you downloaded on a model&apos;s page.</source>
        <translation>Soporte para tarjetas gráficas, descargado en la página de un modelo.</translation>
    </message>
    <message>
        <source>The local server is off, so other programs can&apos;t use your model.</source>
        <translation>El servidor local está desactivado, así que otros programas no pueden usar tu modelo.</translation>
    </message>
    <message>
        <source>The local server is on at {url}. Only programs on this computer can reach it.</source>
        <translation>El servidor local está activo en {url}. Solo pueden acceder a él los programas de este equipo.</translation>
    </message>
    <message>
        <source>What Longthread read from your documents. The files themselves stay where they are.</source>
        <translation>Lo que Longthread ha leído de tus documentos. Los archivos se quedan donde están.</translation>
    </message>
    <message>
        <source>What Longthread stores on this computer</source>
        <translation>Qué guarda Longthread en este equipo</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Qué sale de este equipo</translation>
    </message>
    <message>
        <source>Words you added to the dictionary. Click one to remove it.</source>
        <translation>Palabras que has añadido al diccionario. Haz clic en una para quitarla.</translation>
    </message>
    <message>
        <source>You can download the models again. Longthread doesn&apos;t delete files in other folders.</source>
        <translation>Puedes volver a descargar los modelos. Longthread no elimina archivos de otras carpetas.</translation>
    </message>
    <message>
        <source>You can download them again. Models run without them after the next start.</source>
        <translation>Puedes volver a descargarlos. Los modelos funcionan sin ellos a partir del próximo inicio.</translation>
    </message>
    <message>
        <source>You&apos;ll need a token again for models that require an account. Programs that use the local server need its new key.</source>
        <translation>Necesitarás otra vez un token para los modelos que requieren una cuenta. Los programas que usan el servidor local necesitan su nueva clave.</translation>
    </message>
    <message>
        <source>Your chats stay. The next time you open one, the model rereads and compacts it again.</source>
        <translation>Tus chats se conservan. La próxima vez que abras uno, el modelo lo relee y lo compacta de nuevo.</translation>
    </message>
    <message>
        <source>Your documents and chats stay. Longthread collects facts from them again only if you ask for it.</source>
        <translation>Tus documentos y chats se conservan. Longthread solo vuelve a extraer datos de ellos si se lo pides.</translation>
    </message>
    <message>
        <source>Your prompts with a command. You can export them on the “Saved prompts” page.</source>
        <translation>Tus prompts con un comando. Puedes exportarlos en la página «Prompts guardados».</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Tus palabras</translation>
    </message>
    <message>
        <source>add-on check</source>
        <translation>consulta de complemento</translation>
    </message>
    <message>
        <source>download</source>
        <translation>descarga</translation>
    </message>
    <message>
        <source>layers on another computer</source>
        <translation>capas en otro equipo</translation>
    </message>
    <message>
        <source>model file list</source>
        <translation>lista de archivos de un modelo</translation>
    </message>
    <message>
        <source>model search</source>
        <translation>búsqueda de modelos</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>update check</source>
        <translation>búsqueda de actualizaciones</translation>
    </message>
</context>
<context>
    <name>Project</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>Cambios descartados.</translation>
    </message>
    <message>
        <source>Documents in all chats of this folder</source>
        <translation>Documentos en todos los chats de esta carpeta</translation>
    </message>
    <message>
        <source>Folder “{name}”</source>
        <translation>Carpeta «{name}»</translation>
    </message>
    <message>
        <source>Notes (models don&apos;t see them)</source>
        <translation>Notas (los modelos no las ven)</translation>
    </message>
    <message>
        <source>Same as for all new chats</source>
        <translation>Como en todos los chats nuevos</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>System prompt of new chats in this folder</source>
        <translation>Prompt del sistema de los chats nuevos de esta carpeta</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Discuss a long document</source>
        <translation>Hablar de un documento largo</translation>
    </message>
    <message>
        <source>Learn step by step</source>
        <translation>Aprender paso a paso</translation>
    </message>
    <message>
        <source>Let&apos;s write a story, one scene at a time. Keep track of every name and place. Begin with a lighthouse keeper who gets a letter.</source>
        <translation>Escribamos una historia, escena a escena. No pierdas de vista ningún nombre ni lugar. Empieza con un farero que recibe una carta.</translation>
    </message>
    <message>
        <source>Summarize the attached document section by section, then list its open questions.</source>
        <translation>Resume el documento adjunto sección por sección y luego enumera las preguntas que deja abiertas.</translation>
    </message>
    <message>
        <source>Teach me how the sky works, one short lesson at a time. Before each new lesson, ask me a question about an earlier one.</source>
        <translation>Enséñame cómo funciona el cielo, con una lección corta cada vez. Antes de cada lección nueva, hazme una pregunta sobre una anterior.</translation>
    </message>
    <message>
        <source>Write a story for weeks</source>
        <translation>Escribir una historia durante semanas</translation>
    </message>
</context>
<context>
    <name>ReplyFields</name>
    <message>
        <source>Pick a random seed</source>
        <translation>Elegir una semilla al azar</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Aleatoria</translation>
    </message>
    <message>
        <source>Remove {text}</source>
        <translation>Quitar {text}</translation>
    </message>
    <message>
        <source>Type text, then press Enter</source>
        <translation>Escribe un texto y pulsa Intro</translation>
    </message>
    <message>
        <source>Valid.</source>
        <translation>Sin errores.</translation>
    </message>
    <message>
        <source>Validation result</source>
        <translation>Resultado de validación</translation>
    </message>
    <message>
        <source>root ::= &quot;yes&quot; | &quot;no&quot;</source>
        <translation>root ::= &quot;sí&quot; | &quot;no&quot;</translation>
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
        <translation>Ya existe un prompt con el comando /{command}.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}).</source>
        <translation>No se puede leer {name} ({reason}).</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>Cambios descartados.</translation>
    </message>
    <message>
        <source>Choose a file that Longthread exported.</source>
        <translation>Elige un archivo exportado por Longthread.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Elige otro nombre.</translation>
    </message>
    <message>
        <source>Correct spelling and grammar, and list what you changed:</source>
        <translation>Corrige la ortografía y la gramática, y enumera lo que has cambiado:</translation>
    </message>
    <message>
        <source>Delete a prompt you don&apos;t use.</source>
        <translation>Elimina un prompt que no uses.</translation>
    </message>
    <message>
        <source>Delete “{name}”</source>
        <translation>Eliminar «{name}»</translation>
    </message>
    <message>
        <source>Deleted prompt “{name}”.</source>
        <translation>Prompt «{name}» eliminado.</translation>
    </message>
    <message>
        <source>Edit “{name}”</source>
        <translation>Editar «{name}»</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Exportar prompts</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Importar prompts</translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln prompt(s).</source>
        <translation>
            <numerusform>%Ln prompt importado.</numerusform>
            <numerusform>%Ln prompts importados.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>List what we decided in this chat so far, and what is still open.</source>
        <translation>Enumera lo que hemos decidido hasta ahora en este chat y lo que sigue abierto.</translation>
    </message>
    <message>
        <source>Name, for example “Fix grammar”</source>
        <translation>Nombre, por ejemplo «Corregir gramática»</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Nuevo prompt</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>Nombre del prompt</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>Texto del prompt</translation>
    </message>
    <message numerus="yes">
        <source>Prompts can have up to %Ln character(s).</source>
        <translation>
            <numerusform>Los prompts admiten hasta %Ln carácter.</numerusform>
            <numerusform>Los prompts admiten hasta %Ln caracteres.</numerusform>
        </translation>
    </message>
    <message>
        <source>Prompts exported to {name}.</source>
        <translation>Prompts exportados a {name}.</translation>
    </message>
    <message>
        <source>Proofread</source>
        <translation>Corregir</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>Recapitular</translation>
    </message>
    <message numerus="yes">
        <source>Replaced %Ln prompt(s).</source>
        <translation>
            <numerusform>%Ln prompt reemplazado.</numerusform>
            <numerusform>%Ln prompts reemplazados.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replaced prompt “{name}”.</source>
        <translation>Prompt «{name}» reemplazado.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>Prompts guardados</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln prompt(s) that are too long.</source>
        <translation>
            <numerusform>Se ha omitido %Ln prompt demasiado largo.</numerusform>
            <numerusform>Se han omitido %Ln prompts demasiado largos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>Resumir</translation>
    </message>
    <message>
        <source>Summarize this in five sentences:</source>
        <translation>Resume esto en cinco frases:</translation>
    </message>
    <message numerus="yes">
        <source>This prompt is %Ln character(s) too long.</source>
        <translation>
            <numerusform>A este prompt le sobra %Ln carácter.</numerusform>
            <numerusform>A este prompt le sobran %Ln caracteres.</numerusform>
        </translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Traducir</translation>
    </message>
    <message>
        <source>Translate this into English:</source>
        <translation>Traduce esto al inglés:</translation>
    </message>
    <message>
        <source>Type “/” at the start of a message to use a prompt.</source>
        <translation>Escribe «/» al principio de un mensaje para usar un prompt.</translation>
    </message>
    <message>
        <source>You can&apos;t save any more prompts.</source>
        <translation>No puedes guardar más prompts.</translation>
    </message>
    <message>
        <source>{name} contains no prompts.</source>
        <translation>{name} no contiene ningún prompt.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear search</source>
        <translation>Borrar búsqueda</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>A KV cache of {budget:memory} is too small for {name}: {tokens} tokens need {least:memory}.</source>
        <translation>Una caché KV de {budget:memory} es demasiado pequeña para {name}: {tokens} tokens necesitan {least:memory}.</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself (in “{name}”).</source>
        <translation>Una regla de la gramática empieza por sí misma (en «{name}»).</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself.</source>
        <translation>Una regla de la gramática empieza por sí misma.</translation>
    </message>
    <message>
        <source>A graphics device doesn&apos;t report its VRAM, so it isn&apos;t used automatically.</source>
        <translation>Un dispositivo gráfico no indica su VRAM, así que no se usa automáticamente.</translation>
    </message>
    <message>
        <source>A larger context needs more free RAM or VRAM.</source>
        <translation>Un contexto mayor necesita más RAM o VRAM libre.</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote these chats (format {version}).</source>
        <translation>Estos chats se escribieron con una versión más reciente de Longthread (formato {version}).</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote “{name}”.</source>
        <translation>«{name}» se escribió con una versión más reciente de Longthread.</translation>
    </message>
    <message>
        <source>A request may have {most} texts to embed.</source>
        <translation>Una solicitud admite como máximo {most} textos para crear embeddings.</translation>
    </message>
    <message>
        <source>A shortcut needs Ctrl, Alt or a function key. Letters alone are for typing.</source>
        <translation>Un atajo necesita Ctrl, Alt o una tecla de función. Las letras solas son para escribir.</translation>
    </message>
    <message>
        <source>A text has {tokens} tokens. {name} reads at most {most} at a time.</source>
        <translation>Un texto tiene {tokens} tokens. {name} lee como máximo {most} de una vez.</translation>
    </message>
    <message>
        <source>A worker serves one program at a time. Close the other program, then load the model again.</source>
        <translation>Un worker atiende a un solo programa a la vez. Cierra el otro programa y vuelve a cargar el modelo.</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page and enter an access token.</source>
        <translation>Acepta las condiciones en la página del modelo e introduce un token de acceso.</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page, then try again.</source>
        <translation>Acepta las condiciones en la página del modelo y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Add a part of the document.</source>
        <translation>Añade una parte del documento.</translation>
    </message>
    <message>
        <source>Add files that contain text.</source>
        <translation>Añade archivos que contengan texto.</translation>
    </message>
    <message>
        <source>Add the document again to use its new text.</source>
        <translation>Vuelve a añadir el documento para usar su texto nuevo.</translation>
    </message>
    <message>
        <source>Add the document again, or send the message without it.</source>
        <translation>Vuelve a añadir el documento o envía el mensaje sin él.</translation>
    </message>
    <message>
        <source>Add the document again.</source>
        <translation>Vuelve a añadir el documento.</translation>
    </message>
    <message>
        <source>Add the file when it&apos;s complete.</source>
        <translation>Añade el archivo cuando esté completo.</translation>
    </message>
    <message>
        <source>Add the rule that replies start with: root ::= …</source>
        <translation>Añade la regla con la que empiezan las respuestas: root ::= …</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln model(s) to the library.</source>
        <translation>
            <numerusform>%Ln modelo añadido a la biblioteca.</numerusform>
            <numerusform>%Ln modelos añadidos a la biblioteca.</numerusform>
        </translation>
    </message>
    <message>
        <source>All layers have a sliding window, so the KV cache doesn&apos;t grow.</source>
        <translation>Todas las capas tienen una ventana deslizante, así que la caché KV no crece.</translation>
    </message>
    <message>
        <source>An image has {width} × {height} pixels. The limit is {most} × {most}.</source>
        <translation>Una imagen tiene {width} × {height} píxeles. El límite es {most} × {most}.</translation>
    </message>
    <message>
        <source>An image in this chat has changed since you attached it.</source>
        <translation>Una imagen de este chat ha cambiado desde que la adjuntaste.</translation>
    </message>
    <message>
        <source>An image in this chat is missing: {reason}.</source>
        <translation>Falta una imagen de este chat: {reason}.</translation>
    </message>
    <message>
        <source>An image in this chat was read with another vision projector.</source>
        <translation>Una imagen de este chat se ha leído con otro proyector de visión.</translation>
    </message>
    <message>
        <source>An image is damaged: the file is incomplete.</source>
        <translation>Una imagen está dañada: el archivo está incompleto.</translation>
    </message>
    <message>
        <source>An image is larger than {most} MB.</source>
        <translation>Una imagen supera los {most} MB.</translation>
    </message>
    <message>
        <source>An image isn&apos;t a PNG file.</source>
        <translation>Una imagen no es un archivo PNG.</translation>
    </message>
    <message>
        <source>An image uses an unsupported PNG format.</source>
        <translation>Una imagen usa un formato PNG no compatible.</translation>
    </message>
    <message>
        <source>An object in the schema has more than {most} members.</source>
        <translation>Un objeto del esquema tiene más de {most} miembros.</translation>
    </message>
    <message>
        <source>Another import or export is running.</source>
        <translation>Hay otra importación o exportación en curso.</translation>
    </message>
    <message>
        <source>Another program already uses these keys.</source>
        <translation>Otro programa ya usa estas teclas.</translation>
    </message>
    <message>
        <source>Another program is cleaning up the saved states.</source>
        <translation>Otro programa está limpiando los estados guardados.</translation>
    </message>
    <message>
        <source>Another program is using the data. Try again later.</source>
        <translation>Otro programa está usando los datos. Vuelve a intentarlo más tarde.</translation>
    </message>
    <message>
        <source>Attach a file that contains text.</source>
        <translation>Adjunta un archivo que contenga texto.</translation>
    </message>
    <message>
        <source>Attach a part of the file.</source>
        <translation>Adjunta una parte del archivo.</translation>
    </message>
    <message>
        <source>Attach a smaller image.</source>
        <translation>Adjunta una imagen más pequeña.</translation>
    </message>
    <message>
        <source>Attach a smaller version of the image.</source>
        <translation>Adjunta una versión más pequeña de la imagen.</translation>
    </message>
    <message>
        <source>Attach only the part you need.</source>
        <translation>Adjunta solo la parte que necesitas.</translation>
    </message>
    <message>
        <source>Attach text, code, PDF or Word files.</source>
        <translation>Adjunta archivos de texto, código, PDF o Word.</translation>
    </message>
    <message>
        <source>Attach the files in the folder.</source>
        <translation>Adjunta los archivos de la carpeta.</translation>
    </message>
    <message>
        <source>Attach the image again.</source>
        <translation>Vuelve a adjuntar la imagen.</translation>
    </message>
    <message>
        <source>Attach the image again. Longthread converts it for you.</source>
        <translation>Vuelve a adjuntar la imagen. Longthread la convierte por ti.</translation>
    </message>
    <message>
        <source>Attach the image in another size or shape.</source>
        <translation>Adjunta la imagen con otro tamaño o forma.</translation>
    </message>
    <message>
        <source>Attach the original image again.</source>
        <translation>Vuelve a adjuntar la imagen original.</translation>
    </message>
    <message>
        <source>Branched into a new chat.</source>
        <translation>Rama creada en un chat nuevo.</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t add %Ln file(s).</source>
        <translation>
            <numerusform>No se puede añadir %Ln archivo.</numerusform>
            <numerusform>No se pueden añadir %Ln archivos.</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t add the prepared document to this chat: {reason}</source>
        <translation>No se puede añadir a este chat el documento preparado: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t branch from this message because it isn&apos;t saved yet.</source>
        <translation>No se puede ramificar desde este mensaje porque aún no está guardado.</translation>
    </message>
    <message>
        <source>Can&apos;t compact the context: {reason}.</source>
        <translation>No se puede compactar el contexto: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t connect securely to {host}.</source>
        <translation>No se puede establecer una conexión segura con {host}.</translation>
    </message>
    <message>
        <source>Can&apos;t copy the KV cache ({written} of {size} bytes).</source>
        <translation>No se puede copiar la caché KV ({written} de {size} bytes).</translation>
    </message>
    <message>
        <source>Can&apos;t create a context for this model: {reason}</source>
        <translation>No se puede crear un contexto para este modelo: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t decode an image.</source>
        <translation>No se puede descodificar una imagen.</translation>
    </message>
    <message>
        <source>Can&apos;t find this message in the chat.</source>
        <translation>Este mensaje no se encuentra en el chat.</translation>
    </message>
    <message>
        <source>Can&apos;t find {name}, the model you used last.</source>
        <translation>No se encuentra {name}, el último modelo que has usado.</translation>
    </message>
    <message>
        <source>Can&apos;t listen on port {port}.</source>
        <translation>El puerto {port} no está disponible.</translation>
    </message>
    <message>
        <source>Can&apos;t load the engine&apos;s native library: {reason}</source>
        <translation>No se puede cargar la biblioteca nativa del motor: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the model: {reason}</source>
        <translation>No se puede cargar el modelo: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the vision projector {name}: {reason}</source>
        <translation>No se puede cargar el proyector de visión {name}: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t open {name}.</source>
        <translation>No se puede abrir {name}.</translation>
    </message>
    <message>
        <source>Can&apos;t print the chat.</source>
        <translation>No se puede imprimir el chat.</translation>
    </message>
    <message>
        <source>Can&apos;t process an image. {reason}</source>
        <translation>No se puede procesar una imagen. {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t reach the worker {worker} ({reason}). Longthread doesn&apos;t use it.</source>
        <translation>No se puede acceder al worker {worker} ({reason}). Longthread no lo usa.</translation>
    </message>
    <message>
        <source>Can&apos;t reach {host}.</source>
        <translation>No se puede acceder a {host}.</translation>
    </message>
    <message>
        <source>Can&apos;t read an image in this chat: the model is loaded without its vision projector (mmproj).</source>
        <translation>No se puede leer una imagen de este chat: el modelo está cargado sin su proyector de visión (mmproj).</translation>
    </message>
    <message>
        <source>Can&apos;t read the chat&apos;s token log: {reason}.</source>
        <translation>No se puede leer el registro de tokens del chat: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({kind}).</source>
        <translation>No se puede leer el archivo ({kind}).</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({reason}).</source>
        <translation>No se puede leer el archivo ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t read the file list from Hugging Face.</source>
        <translation>No se puede leer la lista de archivos de Hugging Face.</translation>
    </message>
    <message>
        <source>Can&apos;t read the folder ({reason}). Check its permissions.</source>
        <translation>No se puede leer la carpeta ({reason}). Comprueba sus permisos.</translation>
    </message>
    <message>
        <source>Can&apos;t read the prepared document: {reason}.</source>
        <translation>No se puede leer el documento preparado: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the saved state: {reason}.</source>
        <translation>No se puede leer el estado guardado: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the text of {name}: {reason}.</source>
        <translation>No se puede leer el texto de {name}: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read the update information.</source>
        <translation>No se puede leer la información de la actualización.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}). Check its permissions.</source>
        <translation>No se puede leer {name} ({reason}). Comprueba sus permisos.</translation>
    </message>
    <message>
        <source>Can&apos;t read {name}: {reason}.</source>
        <translation>No se puede leer {name}: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({reason}).</source>
        <translation>No se puede leer «{name}» ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader didn&apos;t start.</source>
        <translation>No se puede leer «{name}»: el proceso de lectura no se ha iniciado.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader failed.</source>
        <translation>No se puede leer «{name}»: el proceso de lectura ha fallado.</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: {reason}.</source>
        <translation>No se puede leer «{name}»: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t restore the context after a compaction.</source>
        <translation>No se puede restaurar el contexto tras una compactación.</translation>
    </message>
    <message>
        <source>Can&apos;t restore these messages because earlier ones are deleted too.</source>
        <translation>No se pueden restaurar estos mensajes porque también se han eliminado otros anteriores.</translation>
    </message>
    <message>
        <source>Can&apos;t save the chat&apos;s state ({kind}): {reason}</source>
        <translation>No se puede guardar el estado del chat ({kind}): {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t save the diagnostics ({reason}).</source>
        <translation>No se puede guardar el diagnóstico ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save the measured head profile.</source>
        <translation>No se puede guardar el perfil de cabezas medido.</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes ({reason}).</source>
        <translation>No se pueden guardar tus cambios ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes: the disk is full.</source>
        <translation>No se pueden guardar tus cambios: el disco está lleno.</translation>
    </message>
    <message>
        <source>Can&apos;t save your draft right now ({reason}).</source>
        <translation>Ahora mismo no se puede guardar tu borrador ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: the disk is full.</source>
        <translation>No se puede guardar {name}: el disco está lleno.</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: {reason}.</source>
        <translation>No se puede guardar {name}: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t save “{name}” ({reason}).</source>
        <translation>No se puede guardar «{name}» ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t show this version because it isn&apos;t saved yet.</source>
        <translation>No se puede mostrar esta versión porque aún no está guardada.</translation>
    </message>
    <message>
        <source>Can&apos;t start the engine ({reason}).</source>
        <translation>No se puede iniciar el motor ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t start the process that renders chat templates ({reason}).</source>
        <translation>No se puede iniciar el proceso de las plantillas de chat ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the original {tokens} tokens no longer fit.</source>
        <translation>No se puede deshacer: los {tokens} tokens originales ya no caben.</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the {tokens} older tokens don&apos;t fit into the context.</source>
        <translation>No se puede deshacer: los {tokens} tokens antiguos no caben en el contexto.</translation>
    </message>
    <message>
        <source>Can&apos;t unpack {name}: {reason}</source>
        <translation>No se puede descomprimir {name}: {reason}</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database right now ({reason}).</source>
        <translation>Ahora mismo no se puede usar la base de datos de chats ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database: {reason}.</source>
        <translation>No se puede usar la base de datos de chats: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t use the schema: {reason}.</source>
        <translation>No se puede usar el esquema: {reason}.</translation>
    </message>
    <message>
        <source>Can&apos;t use “{name}”, because its name isn&apos;t valid text. Rename it.</source>
        <translation>No se puede usar «{name}» porque su nombre no es un texto válido. Cámbialo.</translation>
    </message>
    <message>
        <source>Can&apos;t write the file ({reason}).</source>
        <translation>No se puede escribir el archivo ({reason}).</translation>
    </message>
    <message>
        <source>Can&apos;t write {name} ({reason}).</source>
        <translation>No se puede escribir {name} ({reason}).</translation>
    </message>
    <message>
        <source>Check that the worker is running, then load the model again.</source>
        <translation>Comprueba que el worker está en marcha y vuelve a cargar el modelo.</translation>
    </message>
    <message>
        <source>Check the address and that the worker is running, then load the model again.</source>
        <translation>Comprueba la dirección y que el worker está en marcha, y vuelve a cargar el modelo.</translation>
    </message>
    <message>
        <source>Check the address and the port.</source>
        <translation>Comprueba la dirección y el puerto.</translation>
    </message>
    <message>
        <source>Check the connection and try again.</source>
        <translation>Comprueba la conexión y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>Comprueba el disco y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Comprueba los permisos del archivo.</translation>
    </message>
    <message>
        <source>Check the printer and try again.</source>
        <translation>Comprueba la impresora y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Check whether the file still exists.</source>
        <translation>Comprueba si el archivo todavía existe.</translation>
    </message>
    <message>
        <source>Check whether the file was moved, or load the model without it.</source>
        <translation>Comprueba si el archivo se ha movido o carga el modelo sin él.</translation>
    </message>
    <message>
        <source>Check whether the file was moved.</source>
        <translation>Comprueba si el archivo se ha movido.</translation>
    </message>
    <message>
        <source>Check your computer&apos;s date and your network, then try again later.</source>
        <translation>Comprueba la fecha de tu equipo y la red, y vuelve a intentarlo más tarde.</translation>
    </message>
    <message>
        <source>Check your connection and try again.</source>
        <translation>Comprueba tu conexión y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Check your network and your computer&apos;s date and time.</source>
        <translation>Comprueba la red y la fecha y hora de tu equipo.</translation>
    </message>
    <message>
        <source>Check your network, then try again later.</source>
        <translation>Comprueba la red y vuelve a intentarlo más tarde.</translation>
    </message>
    <message>
        <source>Choose Compact now to do it earlier.</source>
        <translation>Con «Compactar ahora» puedes adelantarlo.</translation>
    </message>
    <message>
        <source>Choose a .gguf file made for llama.cpp.</source>
        <translation>Elige un archivo .gguf hecho para llama.cpp.</translation>
    </message>
    <message>
        <source>Choose a context smaller than {tokens} tokens.</source>
        <translation>Elige un contexto de menos de {tokens} tokens.</translation>
    </message>
    <message>
        <source>Choose a current build of the model.</source>
        <translation>Elige una variante actual del modelo.</translation>
    </message>
    <message>
        <source>Choose a language model in GGUF format.</source>
        <translation>Elige un modelo de lenguaje en formato GGUF.</translation>
    </message>
    <message>
        <source>Choose a larger context, or the smaller KV cache type q8_0.</source>
        <translation>Elige un contexto mayor o el tipo de caché KV q8_0, más pequeño.</translation>
    </message>
    <message>
        <source>Choose a little-endian build of the model.</source>
        <translation>Elige una variante little-endian del modelo.</translation>
    </message>
    <message>
        <source>Choose a model to chat with.</source>
        <translation>Elige un modelo con el que chatear.</translation>
    </message>
    <message>
        <source>Choose a smaller context in Settings, or a smaller model.</source>
        <translation>Elige un contexto menor en Ajustes o un modelo más pequeño.</translation>
    </message>
    <message>
        <source>Choose a smaller context, or close other programs.</source>
        <translation>Elige un contexto menor o cierra otros programas.</translation>
    </message>
    <message>
        <source>Choose a smaller folder.</source>
        <translation>Elige una carpeta más pequeña.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller quantization.</source>
        <translation>Elige un modelo más pequeño o una cuantización menor.</translation>
    </message>
    <message>
        <source>Choose an embedding model, such as nomic-embed-text or bge-m3.</source>
        <translation>Elige un modelo de embeddings, como nomic-embed-text o bge-m3.</translation>
    </message>
    <message>
        <source>Choose another copy from the backups folder.</source>
        <translation>Elige otra copia de la carpeta «backups».</translation>
    </message>
    <message>
        <source>Choose another document.</source>
        <translation>Elige otro documento.</translation>
    </message>
    <message>
        <source>Choose another file, or load the model without a vision projector.</source>
        <translation>Elige otro archivo o carga el modelo sin proyector de visión.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Elige otra carpeta.</translation>
    </message>
    <message>
        <source>Choose another model for images.</source>
        <translation>Elige otro modelo para las imágenes.</translation>
    </message>
    <message>
        <source>Choose another model, or a larger context.</source>
        <translation>Elige otro modelo o un contexto mayor.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Elige otro modelo.</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>Elige otro puerto.</translation>
    </message>
    <message>
        <source>Choose one of {choices}.</source>
        <translation>Elige una de estas opciones: {choices}.</translation>
    </message>
    <message>
        <source>Choose other keys.</source>
        <translation>Elige otras teclas.</translation>
    </message>
    <message>
        <source>Choose the file with mmproj in its name.</source>
        <translation>Elige el archivo con mmproj en el nombre.</translation>
    </message>
    <message>
        <source>Choose the preset “default”, or compact earlier.</source>
        <translation>Elige el preajuste «default» o compacta antes.</translation>
    </message>
    <message>
        <source>Choose the preset “default”.</source>
        <translation>Elige el preajuste «default».</translation>
    </message>
    <message>
        <source>Choose the vision projector that belongs to this model.</source>
        <translation>Elige el proyector de visión que corresponde a este modelo.</translation>
    </message>
    <message>
        <source>Choose “Force stop”. The text is kept.</source>
        <translation>Elige «Forzar detención». El texto se conserva.</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>Cierra otros programas y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context in Settings.</source>
        <translation>Cierra otros programas o elige un contexto menor en Ajustes.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context.</source>
        <translation>Cierra otros programas o elige un contexto menor.</translation>
    </message>
    <message>
        <source>Close other programs, or load a smaller model.</source>
        <translation>Cierra otros programas o carga un modelo más pequeño.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support ALiBi positions yet.</source>
        <translation>La compactación aún no admite posiciones ALiBi.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support caches with an index of keys yet.</source>
        <translation>La compactación aún no admite cachés con un índice de claves (keys).</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support encoder-decoder models yet.</source>
        <translation>La compactación aún no admite modelos codificador-decodificador.</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support models with several caches of compressed keys yet.</source>
        <translation>La compactación aún no admite modelos con varias cachés de claves (keys) comprimidas.</translation>
    </message>
    <message>
        <source>Compaction stopped. The context is unchanged.</source>
        <translation>Compactación detenida. El contexto no ha cambiado.</translation>
    </message>
    <message>
        <source>Continue the chat first.</source>
        <translation>Continúa primero el chat.</translation>
    </message>
    <message>
        <source>Continue without the image, or attach it to a new message.</source>
        <translation>Continúa sin la imagen o adjúntala a un mensaje nuevo.</translation>
    </message>
    <message>
        <source>Copy the text you need and paste it into your message.</source>
        <translation>Copia el texto que necesitas y pégalo en tu mensaje.</translation>
    </message>
    <message>
        <source>Copying a long chat. You can keep working.</source>
        <translation>Copiando un chat largo. Puedes seguir trabajando.</translation>
    </message>
    <message>
        <source>Correct the grammar.</source>
        <translation>Corrige la gramática.</translation>
    </message>
    <message>
        <source>Correct the pattern.</source>
        <translation>Corrige el patrón.</translation>
    </message>
    <message>
        <source>Correct the schema.</source>
        <translation>Corrige el esquema.</translation>
    </message>
    <message>
        <source>Diffusion models don&apos;t have a KV cache.</source>
        <translation>Los modelos de difusión no tienen caché KV.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Vuelve a descargarlo.</translation>
    </message>
    <message>
        <source>Download or export the archive again.</source>
        <translation>Vuelve a descargar o exportar el archivo comprimido.</translation>
    </message>
    <message>
        <source>Download or save the file again.</source>
        <translation>Vuelve a descargar o guardar el archivo.</translation>
    </message>
    <message>
        <source>Download the file again and compare its size with the source.</source>
        <translation>Vuelve a descargar el archivo y compara su tamaño con el del original.</translation>
    </message>
    <message>
        <source>Download the file again, or choose another .gguf file.</source>
        <translation>Vuelve a descargar el archivo o elige otro archivo .gguf.</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>Vuelve a descargar el archivo.</translation>
    </message>
    <message>
        <source>Download the model from another source.</source>
        <translation>Descarga el modelo de otra fuente.</translation>
    </message>
    <message>
        <source>Drop a .gguf file onto the window.</source>
        <translation>Arrastra un archivo .gguf a la ventana.</translation>
    </message>
    <message>
        <source>Encoder models don&apos;t write text and don&apos;t have a KV cache.</source>
        <translation>Los modelos codificadores no escriben texto ni tienen caché KV.</translation>
    </message>
    <message>
        <source>Engine error ({kind}): {reason}</source>
        <translation>Error del motor ({kind}): {reason}</translation>
    </message>
    <message>
        <source>Enter a grammar, or choose text as the output format.</source>
        <translation>Introduce una gramática o elige texto como formato de salida.</translation>
    </message>
    <message>
        <source>Enter a schema, or choose JSON as the output format.</source>
        <translation>Introduce un esquema o elige JSON como formato de salida.</translation>
    </message>
    <message>
        <source>Enter an access token.</source>
        <translation>Introduce un token de acceso.</translation>
    </message>
    <message>
        <source>Everything saved earlier is intact. Free some space and try again.</source>
        <translation>Todo lo guardado antes está intacto. Libera espacio y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Export the chats again. If you edited the file, undo your changes.</source>
        <translation>Vuelve a exportar los chats. Si has editado el archivo, deshaz tus cambios.</translation>
    </message>
    <message>
        <source>Failed check: {line}.</source>
        <translation>Comprobación fallida: {line}.</translation>
    </message>
    <message>
        <source>Free some disk space and measure again.</source>
        <translation>Libera espacio en disco y vuelve a medir.</translation>
    </message>
    <message>
        <source>Free some disk space, or choose a smaller file.</source>
        <translation>Libera espacio en disco o elige un archivo más pequeño.</translation>
    </message>
    <message>
        <source>Free some disk space, then try again.</source>
        <translation>Libera espacio en disco y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Free some space and check your permissions for {parent}.</source>
        <translation>Libera espacio y comprueba tus permisos en {parent}.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Libera espacio y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Free some space. Everything saved earlier is intact, and you can keep chatting.</source>
        <translation>Libera espacio. Todo lo guardado antes está intacto y puedes seguir chateando.</translation>
    </message>
    <message>
        <source>Global shortcuts don&apos;t work on this system.</source>
        <translation>Los atajos globales no funcionan en este sistema.</translation>
    </message>
    <message>
        <source>Hugging Face sent search results that Longthread can&apos;t read.</source>
        <translation>Hugging Face ha enviado resultados de búsqueda que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>Hugging Face sent too many results.</source>
        <translation>Hugging Face ha enviado demasiados resultados.</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it, or remove the folder from the list.</source>
        <translation>Si su unidad no está conectada, conéctala o quita la carpeta de la lista.</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it.</source>
        <translation>Si su unidad no está conectada, conéctala.</translation>
    </message>
    <message>
        <source>If you have a copy of {file}, quit Longthread and put the copy in {folder}.</source>
        <translation>Si tienes una copia de {file}, cierra Longthread y pon la copia en {folder}.</translation>
    </message>
    <message>
        <source>In your system&apos;s keyboard settings, set a shortcut that runs “longthread”: it brings the window to the front.</source>
        <translation>En los ajustes de teclado de tu sistema, crea un atajo que ejecute «longthread»: trae la ventana al frente.</translation>
    </message>
    <message>
        <source>Install that version first.</source>
        <translation>Instala primero esa versión.</translation>
    </message>
    <message>
        <source>Install that version, or start Longthread with another data folder.</source>
        <translation>Instala esa versión o inicia Longthread con otra carpeta de datos.</translation>
    </message>
    <message>
        <source>It may have been renamed or removed.</source>
        <translation>Puede que se haya renombrado o eliminado.</translation>
    </message>
    <message>
        <source>KV cache type {kv_type} requires flash attention.</source>
        <translation>El tipo de caché KV {kv_type} requiere flash attention.</translation>
    </message>
    <message>
        <source>Keep chatting. Nothing is old enough to compact yet.</source>
        <translation>Sigue chateando. Aún no hay nada lo bastante antiguo para compactarlo.</translation>
    </message>
    <message>
        <source>Leave out look-aheads, look-behinds, word boundaries and anchors within the pattern.</source>
        <translation>Evita los lookaheads, los lookbehinds, los límites de palabra y los anclajes dentro del patrón.</translation>
    </message>
    <message>
        <source>Leave out the reference to the group.</source>
        <translation>Quita la referencia al grupo.</translation>
    </message>
    <message>
        <source>Let Longthread prepare the document first, or load the model with a larger context.</source>
        <translation>Deja que Longthread prepare primero el documento o carga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>Let repeated parts always contain text, or repeat them fewer times.</source>
        <translation>Haz que las partes repetidas contengan siempre texto o repítelas menos veces.</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: not valid JSON ({reason}).</source>
        <translation>Línea {line}, columna {column}: JSON no válido ({reason}).</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {what}.</source>
        <translation>Línea {line}, columna {column}: {what}.</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>Carga primero un modelo.</translation>
    </message>
    <message>
        <source>Load a model with its vision projector (mmproj), or describe the image.</source>
        <translation>Carga un modelo con su proyector de visión (mmproj) o describe la imagen.</translation>
    </message>
    <message>
        <source>Load it for two or more chats.</source>
        <translation>Cárgalo para dos o más chats.</translation>
    </message>
    <message>
        <source>Load the model again.</source>
        <translation>Vuelve a cargar el modelo.</translation>
    </message>
    <message>
        <source>Load the model again. If the error returns, choose a smaller context.</source>
        <translation>Vuelve a cargar el modelo. Si el error se repite, elige un contexto menor.</translation>
    </message>
    <message>
        <source>Load the model with a larger context first.</source>
        <translation>Carga primero el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>Load the model with a larger context.</source>
        <translation>Carga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>Load the model with its vision projector (mmproj), or send the message without the image.</source>
        <translation>Carga el modelo con su proyector de visión (mmproj) o envía el mensaje sin la imagen.</translation>
    </message>
    <message>
        <source>Load the model without this file.</source>
        <translation>Carga el modelo sin este archivo.</translation>
    </message>
    <message>
        <source>Loading was stopped.</source>
        <translation>La carga se ha detenido.</translation>
    </message>
    <message numerus="yes">
        <source>Longthread broke the loop in %Ln place(s).</source>
        <translation>
            <numerusform>Longthread ha roto el bucle en %Ln lugar.</numerusform>
            <numerusform>Longthread ha roto el bucle en %Ln lugares.</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread can&apos;t split a model&apos;s rows across GPUs.</source>
        <translation>Longthread no puede repartir las filas de un modelo entre varias GPU.</translation>
    </message>
    <message>
        <source>Longthread deleted the file. Download it again.</source>
        <translation>Longthread ha eliminado el archivo. Vuelve a descargarlo.</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t run on this computer&apos;s processor: it lacks the SSE4.2 instructions.</source>
        <translation>Longthread no funciona en el procesador de este equipo: le faltan las instrucciones SSE4.2.</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t support the way this model (HunyuanVL) positions images yet.</source>
        <translation>Longthread aún no admite la forma en que este modelo (HunyuanVL) sitúa las imágenes.</translation>
    </message>
    <message>
        <source>Longthread found saved states, but the chats are missing.</source>
        <translation>Longthread ha encontrado estados guardados, pero faltan los chats.</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats (process {pid}).</source>
        <translation>Longthread ya está abierto con estos chats (proceso {pid}).</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats.</source>
        <translation>Longthread ya está abierto con estos chats.</translation>
    </message>
    <message>
        <source>Longthread is restarting the engine. Your chats are safe.</source>
        <translation>Longthread está reiniciando el motor. Tus chats están a salvo.</translation>
    </message>
    <message>
        <source>Longthread keeps trying. Leave the window open until then.</source>
        <translation>Longthread sigue intentándolo. Deja la ventana abierta hasta entonces.</translation>
    </message>
    <message>
        <source>Longthread prepares the document again.</source>
        <translation>Longthread vuelve a preparar el documento.</translation>
    </message>
    <message>
        <source>Longthread reads its text.</source>
        <translation>Longthread lee su texto.</translation>
    </message>
    <message>
        <source>Longthread rereads the chat instead.</source>
        <translation>Longthread relee el chat en su lugar.</translation>
    </message>
    <message>
        <source>Longthread saved a newer state instead.</source>
        <translation>Longthread ha guardado en su lugar un estado más reciente.</translation>
    </message>
    <message>
        <source>Longthread saves this chat&apos;s state later.</source>
        <translation>Longthread guardará más tarde el estado de este chat.</translation>
    </message>
    <message>
        <source>Longthread tries again later.</source>
        <translation>Longthread lo intentará de nuevo más tarde.</translation>
    </message>
    <message>
        <source>Longthread {version} is available.</source>
        <translation>Longthread {version} está disponible.</translation>
    </message>
    <message>
        <source>Make each reference lead to a type.</source>
        <translation>Haz que cada referencia lleve a un tipo.</translation>
    </message>
    <message>
        <source>Make sure the data folder is writable. Everything saved earlier is intact.</source>
        <translation>Comprueba que se puede escribir en la carpeta de datos. Todo lo guardado antes está intacto.</translation>
    </message>
    <message>
        <source>Make sure the disk has enough free space.</source>
        <translation>Comprueba que hay suficiente espacio libre en el disco.</translation>
    </message>
    <message>
        <source>Make sure the folder is writable and no other program is using the file, then try again.</source>
        <translation>Comprueba que se puede escribir en la carpeta y que ningún otro programa usa el archivo, e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Model changed. Longthread reread this chat.</source>
        <translation>El modelo ha cambiado. Longthread ha releído este chat.</translation>
    </message>
    <message>
        <source>Models with recurrent layers can&apos;t use prepared documents.</source>
        <translation>Los modelos con capas recurrentes no pueden usar documentos preparados.</translation>
    </message>
    <message>
        <source>Move the file back to {parent}, or drop it onto the window.</source>
        <translation>Devuelve el archivo a {parent} o arrástralo a la ventana.</translation>
    </message>
    <message>
        <source>No messages could be recovered, so the list starts empty.</source>
        <translation>No se ha podido recuperar ningún mensaje, así que la lista empieza vacía.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>No hay ningún modelo cargado.</translation>
    </message>
    <message>
        <source>No value can match the schema ({reason}).</source>
        <translation>Ningún valor puede cumplir el esquema ({reason}).</translation>
    </message>
    <message>
        <source>Not enough disk space for the {backend} add-on: it needs {size:size}, but only {free:size} is available.</source>
        <translation>No hay espacio para el complemento {backend}: necesita {size:size}, pero solo hay {free:size} disponibles.</translation>
    </message>
    <message>
        <source>Not enough disk space for {name}: it needs {size:size}, but only {free:size} is available.</source>
        <translation>No hay espacio para {name}: necesita {size:size}, pero solo hay {free:size} disponibles.</translation>
    </message>
    <message>
        <source>Not enough free context for this preset.</source>
        <translation>No queda suficiente contexto libre para este preajuste.</translation>
    </message>
    <message>
        <source>Nothing is old enough to compact yet.</source>
        <translation>Aún no hay nada lo bastante antiguo para compactarlo.</translation>
    </message>
    <message>
        <source>Nothing was added.</source>
        <translation>No se ha añadido nada.</translation>
    </message>
    <message>
        <source>Only the last part of this chat fits the context. Its full text is still here.</source>
        <translation>Solo la última parte de este chat cabe en el contexto. El texto completo sigue aquí.</translation>
    </message>
    <message>
        <source>Open it from its folder.</source>
        <translation>Ábrelo desde su carpeta.</translation>
    </message>
    <message>
        <source>Open the chat again to continue without the image, or load the model with its vision projector.</source>
        <translation>Vuelve a abrir el chat para continuar sin la imagen o carga el modelo con su proyector de visión.</translation>
    </message>
    <message>
        <source>Open the chat again.</source>
        <translation>Vuelve a abrir el chat.</translation>
    </message>
    <message>
        <source>Open the file in another program and save it again.</source>
        <translation>Abre el archivo en otro programa y guárdalo de nuevo.</translation>
    </message>
    <message>
        <source>Other chats are using the entire context.</source>
        <translation>Otros chats ocupan todo el contexto.</translation>
    </message>
    <message>
        <source>Other devices could reach this server, and it has no key.</source>
        <translation>Otros dispositivos podrían acceder a este servidor, y no tiene clave.</translation>
    </message>
    <message>
        <source>Part of the saved state is damaged.</source>
        <translation>Una parte del estado guardado está dañada.</translation>
    </message>
    <message>
        <source>Part of the saved state is missing or incomplete.</source>
        <translation>Una parte del estado guardado falta o está incompleta.</translation>
    </message>
    <message>
        <source>Part of the saved state is missing.</source>
        <translation>Falta una parte del estado guardado.</translation>
    </message>
    <message>
        <source>Part {no} of {count} of this model is missing ({name}).</source>
        <translation>Falta la parte {no} de {count} de este modelo ({name}).</translation>
    </message>
    <message>
        <source>Preparing {name} stopped. The finished part is saved.</source>
        <translation>La preparación de {name} se ha detenido. La parte terminada está guardada.</translation>
    </message>
    <message>
        <source>Print the file to PDF and attach that.</source>
        <translation>Imprime el archivo en PDF y adjunta ese PDF.</translation>
    </message>
    <message>
        <source>Put all parts of the model in the same folder.</source>
        <translation>Pon todas las partes del modelo en la misma carpeta.</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU, or set GPU layers to automatic.</source>
        <translation>Pon menos capas en la GPU o deja «Capas en la GPU» en automático.</translation>
    </message>
    <message>
        <source>Put more layers on the GPU, or choose a smaller model.</source>
        <translation>Pon más capas en la GPU o elige un modelo más pequeño.</translation>
    </message>
    <message>
        <source>Put the file back, or remove the document.</source>
        <translation>Devuelve el archivo a su sitio o quita el documento.</translation>
    </message>
    <message>
        <source>Quit the program that uses it, or choose a copy from the backups folder.</source>
        <translation>Cierra el programa que lo usa o elige una copia de la carpeta «backups».</translation>
    </message>
    <message>
        <source>Read as {encoding}.</source>
        <translation>Leído como {encoding}.</translation>
    </message>
    <message>
        <source>Read it again to update what the model sees.</source>
        <translation>Vuelve a leerlo para actualizar lo que ve el modelo.</translation>
    </message>
    <message>
        <source>Read the document again when you need it.</source>
        <translation>Vuelve a leer el documento cuando lo necesites.</translation>
    </message>
    <message>
        <source>Read them again to update what the model sees.</source>
        <translation>Vuelve a leerlos para actualizar lo que ve el modelo.</translation>
    </message>
    <message>
        <source>Reading stopped. It continues with your next message.</source>
        <translation>La lectura se ha detenido. Continuará con tu próximo mensaje.</translation>
    </message>
    <message>
        <source>Reading was stopped.</source>
        <translation>La lectura se ha detenido.</translation>
    </message>
    <message>
        <source>Reading “{name}” takes long. The model list can&apos;t update until that&apos;s done.</source>
        <translation>La lectura de «{name}» está tardando. La lista de modelos no se actualizará hasta que termine.</translation>
    </message>
    <message numerus="yes">
        <source>Recovered %Ln message(s).</source>
        <translation>
            <numerusform>Se ha recuperado %Ln mensaje.</numerusform>
            <numerusform>Se han recuperado %Ln mensajes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Recurrent models don&apos;t have a KV cache.</source>
        <translation>Los modelos recurrentes no tienen caché KV.</translation>
    </message>
    <message>
        <source>Refer to definitions within the schema, such as #/$defs/name.</source>
        <translation>Usa referencias a definiciones del propio esquema, como #/$defs/name.</translation>
    </message>
    <message>
        <source>Regenerate the reply.</source>
        <translation>Regenera la respuesta.</translation>
    </message>
    <message>
        <source>Reinstall Longthread.</source>
        <translation>Reinstala Longthread.</translation>
    </message>
    <message>
        <source>Remove the image.</source>
        <translation>Quita la imagen.</translation>
    </message>
    <message>
        <source>Rename the file, then add it.</source>
        <translation>Cambia el nombre del archivo y añádelo después.</translation>
    </message>
    <message>
        <source>Repeat less in the pattern.</source>
        <translation>Usa menos repeticiones en el patrón.</translation>
    </message>
    <message>
        <source>Restart the engine to continue. Your chats are safe.</source>
        <translation>Reinicia el motor para continuar. Tus chats están a salvo.</translation>
    </message>
    <message>
        <source>Restore the original file names, which end in -00001-of-0000N.gguf.</source>
        <translation>Restaura los nombres originales de los archivos, que terminan en -00001-of-0000N.gguf.</translation>
    </message>
    <message numerus="yes">
        <source>Restored %Ln message(s) from the backup of {day}. Anything you wrote later is lost.</source>
        <translation>
            <numerusform>Se ha restaurado %Ln mensaje de la copia de seguridad del {day}. Se ha perdido lo que escribiste después.</numerusform>
            <numerusform>Se han restaurado %Ln mensajes de la copia de seguridad del {day}. Se ha perdido lo que escribiste después.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file first.</source>
        <translation>Aplica primero el reconocimiento de texto (OCR) al archivo.</translation>
    </message>
    <message>
        <source>Run the same version of Longthread on both computers.</source>
        <translation>Usa la misma versión de Longthread en los dos equipos.</translation>
    </message>
    <message>
        <source>Run the setup again.</source>
        <translation>Vuelve a ejecutar la instalación.</translation>
    </message>
    <message>
        <source>Save a copy without a password and attach that.</source>
        <translation>Guarda una copia sin contraseña y adjúntala.</translation>
    </message>
    <message>
        <source>Save a smaller copy and attach that.</source>
        <translation>Guarda una copia más pequeña y adjúntala.</translation>
    </message>
    <message>
        <source>Save or print a copy without a password and attach that.</source>
        <translation>Guarda o imprime una copia sin contraseña y adjúntala.</translation>
    </message>
    <message>
        <source>Save the file as .docx and attach that.</source>
        <translation>Guarda el archivo como .docx y adjunta ese.</translation>
    </message>
    <message>
        <source>Save the file as .docx or PDF and attach that.</source>
        <translation>Guarda el archivo como .docx o PDF y adjunta ese.</translation>
    </message>
    <message>
        <source>Save the image as PNG or JPEG and attach that.</source>
        <translation>Guarda la imagen como PNG o JPEG y adjunta esa.</translation>
    </message>
    <message>
        <source>Save the pages you need as another PDF and attach that.</source>
        <translation>Guarda las páginas que necesites en otro PDF y adjúntalo.</translation>
    </message>
    <message>
        <source>Save the sheet as CSV and attach that.</source>
        <translation>Guarda la hoja como CSV y adjunta ese archivo.</translation>
    </message>
    <message>
        <source>Save the slides as PDF and attach that.</source>
        <translation>Guarda las diapositivas como PDF y adjunta ese archivo.</translation>
    </message>
    <message>
        <source>Saved state version {version} doesn&apos;t exist.</source>
        <translation>La versión {version} de estados guardados no existe.</translation>
    </message>
    <message>
        <source>Search for the model on Hugging Face, or choose another one.</source>
        <translation>Busca el modelo en Hugging Face o elige otro.</translation>
    </message>
    <message>
        <source>Send a shorter message, turn on “Compact automatically”, or load the model with a larger context.</source>
        <translation>Envía un mensaje más corto, activa «Compactar automáticamente» o carga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>Send the message in smaller parts, or load the model with a larger context.</source>
        <translation>Envía el mensaje en partes más pequeñas o carga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>Send the message in smaller parts.</source>
        <translation>Envía el mensaje en partes más pequeñas.</translation>
    </message>
    <message>
        <source>Set a key, or let it listen on this computer only.</source>
        <translation>Define una clave o haz que solo responda en este equipo.</translation>
    </message>
    <message>
        <source>Set “GPU layers” to 0 in Settings.</source>
        <translation>Pon «Capas en la GPU» a 0 en Ajustes.</translation>
    </message>
    <message>
        <source>Shorten the system prompt, use fewer tools, or load the model with a larger context.</source>
        <translation>Acorta el prompt del sistema, usa menos herramientas o carga el modelo con un contexto mayor.</translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation>Simplifica la definición.</translation>
    </message>
    <message>
        <source>Simplify the schema or grammar.</source>
        <translation>Simplifica el esquema o la gramática.</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted ({reason}).</source>
        <translation>Algunos datos no se han podido eliminar ({reason}).</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted.</source>
        <translation>Algunos datos no se han podido eliminar.</translation>
    </message>
    <message>
        <source>Some messages formed a loop.</source>
        <translation>Algunos mensajes formaban un bucle.</translation>
    </message>
    <message>
        <source>Something went wrong ({reason}).</source>
        <translation>Algo ha salido mal ({reason}).</translation>
    </message>
    <message>
        <source>Split the model by layers.</source>
        <translation>Reparte el modelo por capas.</translation>
    </message>
    <message>
        <source>Split the object into smaller ones.</source>
        <translation>Divide el objeto en otros más pequeños.</translation>
    </message>
    <message>
        <source>Start alternatives with different characters.</source>
        <translation>Haz que las alternativas empiecen con caracteres distintos.</translation>
    </message>
    <message>
        <source>Start the download again. It continues where it stopped.</source>
        <translation>Vuelve a iniciar la descarga. Continuará donde se detuvo.</translation>
    </message>
    <message>
        <source>Start with {{ &quot;type&quot;: &quot;object&quot;, … }}.</source>
        <translation>Empieza con {{ &quot;type&quot;: &quot;object&quot;, … }}.</translation>
    </message>
    <message>
        <source>Stopped before starting.</source>
        <translation>Detenido antes de empezar.</translation>
    </message>
    <message>
        <source>System prompt changed. Longthread reread this chat.</source>
        <translation>El prompt del sistema ha cambiado. Longthread ha releído este chat.</translation>
    </message>
    <message>
        <source>The KV cache has {found} rows instead of {expected}.</source>
        <translation>La caché KV tiene {found} filas en lugar de {expected}.</translation>
    </message>
    <message>
        <source>The KV cache uses q8_0 to save RAM or VRAM.</source>
        <translation>La caché KV usa q8_0 para ahorrar RAM o VRAM.</translation>
    </message>
    <message>
        <source>The add-on is for Longthread {version}, but this is version {ours}.</source>
        <translation>El complemento es para Longthread {version}, pero esta es la versión {ours}.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged or password-protected.</source>
        <translation>El archivo comprimido «{name}» está dañado o protegido con contraseña.</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged.</source>
        <translation>El archivo comprimido «{name}» está dañado.</translation>
    </message>
    <message>
        <source>The chat database is damaged ({reason}).</source>
        <translation>La base de datos de chats está dañada ({reason}).</translation>
    </message>
    <message>
        <source>The chat “{title}” is too large to import.</source>
        <translation>El chat «{title}» es demasiado grande para importarlo.</translation>
    </message>
    <message>
        <source>The chat&apos;s text is saved.</source>
        <translation>El texto del chat está guardado.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>El registro de tokens del chat tiene la versión {version}. Longthread admite hasta la versión {newest}.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is damaged.</source>
        <translation>El registro de tokens del chat está dañado.</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is inconsistent.</source>
        <translation>El registro de tokens del chat es incoherente.</translation>
    </message>
    <message>
        <source>The computer is out of RAM.</source>
        <translation>El equipo se ha quedado sin RAM.</translation>
    </message>
    <message>
        <source>The computer ran out of RAM or VRAM. Close other programs, or choose a smaller model.</source>
        <translation>El equipo se ha quedado sin RAM o VRAM. Cierra otros programas o elige un modelo más pequeño.</translation>
    </message>
    <message>
        <source>The connection to a worker broke.</source>
        <translation>Se ha cortado la conexión con un worker.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Se ha perdido la conexión.</translation>
    </message>
    <message>
        <source>The context changed during compaction.</source>
        <translation>El contexto ha cambiado durante la compactación.</translation>
    </message>
    <message>
        <source>The context changed during compaction: {reason}.</source>
        <translation>El contexto ha cambiado durante la compactación: {reason}.</translation>
    </message>
    <message>
        <source>The context holds nothing of this chat yet, so there is no state to save.</source>
        <translation>El contexto aún no contiene nada de este chat, así que no hay estado que guardar.</translation>
    </message>
    <message>
        <source>The context is full.</source>
        <translation>El contexto está lleno.</translation>
    </message>
    <message>
        <source>The data was deleted.</source>
        <translation>Los datos se han eliminado.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>El disco está lleno.</translation>
    </message>
    <message>
        <source>The download of {name} is damaged.</source>
        <translation>La descarga de {name} está dañada.</translation>
    </message>
    <message>
        <source>The download of {name} is damaged: the checksum doesn&apos;t match.</source>
        <translation>La descarga de {name} está dañada: la suma de comprobación no coincide.</translation>
    </message>
    <message>
        <source>The download probably stopped early. Download the file again.</source>
        <translation>Es probable que la descarga se interrumpiera. Vuelve a descargar el archivo.</translation>
    </message>
    <message>
        <source>The downloaded package was changed on the disk.</source>
        <translation>El paquete descargado se ha modificado en el disco.</translation>
    </message>
    <message>
        <source>The drive or device isn&apos;t responding, so Longthread stopped waiting for it.</source>
        <translation>La unidad o el dispositivo no responde, así que Longthread ha dejado de esperar.</translation>
    </message>
    <message>
        <source>The engine can&apos;t send its result.</source>
        <translation>El motor no puede enviar su resultado.</translation>
    </message>
    <message>
        <source>The engine couldn&apos;t load the saved state.</source>
        <translation>El motor no ha podido cargar el estado guardado.</translation>
    </message>
    <message>
        <source>The engine didn&apos;t respond after starting.</source>
        <translation>El motor no ha respondido tras iniciarse.</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t stop.</source>
        <translation>El motor no se detiene.</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t support this request: {reason}</source>
        <translation>El motor no admite esta solicitud: {reason}</translation>
    </message>
    <message>
        <source>The engine hasn&apos;t made progress for a while.</source>
        <translation>El motor no avanza desde hace un rato.</translation>
    </message>
    <message>
        <source>The engine isn&apos;t installed completely.</source>
        <translation>El motor no está instalado por completo.</translation>
    </message>
    <message>
        <source>The engine isn&apos;t running.</source>
        <translation>El motor no está en marcha.</translation>
    </message>
    <message>
        <source>The engine ran out of RAM or VRAM.</source>
        <translation>El motor se ha quedado sin RAM o VRAM.</translation>
    </message>
    <message>
        <source>The engine sent an invalid message ({reason}).</source>
        <translation>El motor ha enviado un mensaje no válido ({reason}).</translation>
    </message>
    <message>
        <source>The engine stopped because an internal check failed.</source>
        <translation>El motor se ha detenido porque ha fallado una comprobación interna.</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (code {status}).</source>
        <translation>El motor se ha detenido de forma inesperada (código {status}).</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({signal}).</source>
        <translation>El motor se ha detenido de forma inesperada ({signal}).</translation>
    </message>
    <message>
        <source>The engine uses protocol version {version}, but Longthread needs {own}.</source>
        <translation>El motor usa la versión {version} del protocolo, pero Longthread necesita la {own}.</translation>
    </message>
    <message>
        <source>The engine&apos;s native library was built without compaction.</source>
        <translation>La biblioteca nativa del motor se compiló sin compactación.</translation>
    </message>
    <message>
        <source>The file list from Hugging Face has no name or revision.</source>
        <translation>En la lista de archivos de Hugging Face falta el nombre o la revisión.</translation>
    </message>
    <message>
        <source>The file may be damaged or need a newer version of Longthread. Try another file.</source>
        <translation>Puede que el archivo esté dañado o necesite una versión más reciente de Longthread. Prueba con otro archivo.</translation>
    </message>
    <message>
        <source>The file may be damaged. Copy the text you need and paste it into your message.</source>
        <translation>Puede que el archivo esté dañado. Copia el texto que necesites y pégalo en tu mensaje.</translation>
    </message>
    <message>
        <source>The file may be malicious.</source>
        <translation>El archivo podría ser malicioso.</translation>
    </message>
    <message>
        <source>The file on {host} is smaller than the part you already have.</source>
        <translation>El archivo en {host} es más pequeño que la parte que ya tienes.</translation>
    </message>
    <message>
        <source>The files of {n} documents are gone.</source>
        <translation>Faltan los archivos de {n} documentos.</translation>
    </message>
    <message>
        <source>The files stay where they are.</source>
        <translation>Los archivos se quedan donde están.</translation>
    </message>
    <message>
        <source>The folder contains more than {most} folders. Some weren&apos;t searched.</source>
        <translation>La carpeta contiene más de {most} carpetas. En algunas no se ha buscado.</translation>
    </message>
    <message>
        <source>The folder is missing. Connect its disk, or remove the folder from the list.</source>
        <translation>Falta la carpeta. Conecta su unidad o quita la carpeta de la lista.</translation>
    </message>
    <message>
        <source>The folder “{name}” contains more files than Longthread adds.</source>
        <translation>La carpeta «{name}» contiene más archivos de los que Longthread añade.</translation>
    </message>
    <message>
        <source>The grammar has more than {most} parts in a row that can be empty, repetitions included.</source>
        <translation>La gramática tiene más de {most} partes seguidas que pueden estar vacías, contando las repeticiones.</translation>
    </message>
    <message>
        <source>The grammar has no “root” rule.</source>
        <translation>La gramática no tiene ninguna regla «root».</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous: the same text matches in too many ways.</source>
        <translation>La gramática es demasiado ambigua: el mismo texto encaja de demasiadas formas.</translation>
    </message>
    <message>
        <source>The grammar is too complex for the engine: it nests too many repetitions.</source>
        <translation>La gramática es demasiado compleja para el motor: anida demasiadas repeticiones.</translation>
    </message>
    <message>
        <source>The grammar is too large to check.</source>
        <translation>La gramática es demasiado grande para comprobarla.</translation>
    </message>
    <message>
        <source>The grammar is too long ({length} characters).</source>
        <translation>La gramática es demasiado larga ({length} caracteres).</translation>
    </message>
    <message>
        <source>The grammar&apos;s rules start with one another in too many ways.</source>
        <translation>Las reglas de la gramática empiezan unas con otras de demasiadas formas.</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses the processor.</source>
        <translation>El controlador gráfico ({backend}) no ha superado la prueba. Longthread usa el procesador.</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses {device}.</source>
        <translation>El controlador gráfico ({backend}) no ha superado la prueba. Longthread usa {device}.</translation>
    </message>
    <message>
        <source>The graphics driver failed in the engine.</source>
        <translation>El controlador gráfico ha fallado en el motor.</translation>
    </message>
    <message>
        <source>The graphics driver failed, so {name} runs on the processor for now.</source>
        <translation>El controlador gráfico ha fallado: por ahora, {name} se ejecuta en el procesador.</translation>
    </message>
    <message>
        <source>The head profile measurement was stopped.</source>
        <translation>La medición del perfil de cabezas se ha detenido.</translation>
    </message>
    <message>
        <source>The image “{name}” is too large.</source>
        <translation>La imagen «{name}» es demasiado grande.</translation>
    </message>
    <message>
        <source>The import or export failed ({reason}).</source>
        <translation>La importación o exportación ha fallado ({reason}).</translation>
    </message>
    <message>
        <source>The import was canceled.</source>
        <translation>La importación se ha cancelado.</translation>
    </message>
    <message>
        <source>The limit is {most} characters.</source>
        <translation>El límite es de {most} caracteres.</translation>
    </message>
    <message>
        <source>The local server didn&apos;t start.</source>
        <translation>El servidor local no se ha iniciado.</translation>
    </message>
    <message>
        <source>The local server stopped unexpectedly.</source>
        <translation>El servidor local se ha detenido de forma inesperada.</translation>
    </message>
    <message>
        <source>The message is too long for the engine.</source>
        <translation>El mensaje es demasiado largo para el motor.</translation>
    </message>
    <message>
        <source>The model has no such token.</source>
        <translation>El modelo no tiene ese token.</translation>
    </message>
    <message>
        <source>The model returned no output.</source>
        <translation>El modelo no ha devuelto nada.</translation>
    </message>
    <message>
        <source>The model runs on the processor, because GPU layers is 0.</source>
        <translation>El modelo se ejecuta en el procesador porque «Capas en la GPU» está a 0.</translation>
    </message>
    <message>
        <source>The model runs on the processor: Longthread found no graphics card that it can use.</source>
        <translation>El modelo se ejecuta en el procesador: Longthread no ha encontrado ninguna tarjeta gráfica que pueda usar.</translation>
    </message>
    <message>
        <source>The model runs on the processor: none of its layers fits on {device}.</source>
        <translation>El modelo se ejecuta en el procesador: ninguna de sus capas cabe en {device}.</translation>
    </message>
    <message>
        <source>The model runs on {device}.</source>
        <translation>El modelo se ejecuta en {device}.</translation>
    </message>
    <message>
        <source>The model was trained for this context size.</source>
        <translation>El modelo se entrenó para este tamaño de contexto.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template doesn&apos;t support images.</source>
        <translation>La plantilla de chat del modelo no admite imágenes.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed: {reason}</source>
        <translation>La plantilla de chat del modelo ha fallado: {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long ({length} characters).</source>
        <translation>La plantilla de chat del modelo es demasiado larga ({length} caracteres).</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits replies.</source>
        <translation>La plantilla de chat del modelo omite respuestas.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits the message.</source>
        <translation>La plantilla de chat del modelo omite el mensaje.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template uses reserved names.</source>
        <translation>La plantilla de chat del modelo usa nombres reservados.</translation>
    </message>
    <message>
        <source>The model&apos;s computation failed (status {status}). {reason}</source>
        <translation>El cálculo del modelo ha fallado (estado {status}). {reason}</translation>
    </message>
    <message>
        <source>The model&apos;s output contains invalid numbers, so its heads can&apos;t be measured.</source>
        <translation>La salida del modelo contiene números no válidos, así que no se pueden medir sus cabezas.</translation>
    </message>
    <message>
        <source>The name of “{name}” isn&apos;t valid Unicode.</source>
        <translation>El nombre de «{name}» no es Unicode válido.</translation>
    </message>
    <message>
        <source>The other chats leave no room in the context.</source>
        <translation>Los demás chats no dejan espacio en el contexto.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” checks what stands before or after a place, which isn&apos;t supported.</source>
        <translation>El patrón «{pattern}» comprueba lo que hay antes o después de una posición, y eso no se admite.</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” refers to one of its own groups, which isn&apos;t supported.</source>
        <translation>El patrón «{pattern}» remite a uno de sus propios grupos, y eso no se admite.</translation>
    </message>
    <message>
        <source>The prepared document comes from another version of Longthread.</source>
        <translation>El documento preparado procede de otra versión de Longthread.</translation>
    </message>
    <message>
        <source>The prepared document is damaged.</source>
        <translation>El documento preparado está dañado.</translation>
    </message>
    <message>
        <source>The prepared document is missing.</source>
        <translation>Falta el documento preparado.</translation>
    </message>
    <message>
        <source>The program at {worker} isn&apos;t a worker. Longthread doesn&apos;t use it.</source>
        <translation>El programa en {worker} no es un worker. Longthread no lo usa.</translation>
    </message>
    <message>
        <source>The release page offers version {version}, although it offered {seen} before.</source>
        <translation>La página de versiones ofrece la versión {version}, aunque antes ofrecía la {seen}.</translation>
    </message>
    <message>
        <source>The reply can&apos;t continue in this output format.</source>
        <translation>La respuesta no puede continuar en este formato de salida.</translation>
    </message>
    <message>
        <source>The reply so far doesn&apos;t match the output format.</source>
        <translation>La respuesta hasta ahora no cumple el formato de salida.</translation>
    </message>
    <message>
        <source>The saved state and its log differ in length.</source>
        <translation>El estado guardado y su registro tienen longitudes distintas.</translation>
    </message>
    <message>
        <source>The saved state belongs to another model.</source>
        <translation>El estado guardado es de otro modelo.</translation>
    </message>
    <message>
        <source>The saved state belongs to another version of this chat.</source>
        <translation>El estado guardado es de otra versión de este chat.</translation>
    </message>
    <message>
        <source>The saved state can&apos;t be trimmed to match this chat.</source>
        <translation>El estado guardado no se puede recortar para que encaje con este chat.</translation>
    </message>
    <message>
        <source>The saved state comes from a newer version of the engine.</source>
        <translation>El estado guardado procede de una versión más reciente del motor.</translation>
    </message>
    <message>
        <source>The saved state has a different KV cache layout.</source>
        <translation>El estado guardado tiene una caché KV con otra estructura.</translation>
    </message>
    <message>
        <source>The saved state has no section “{section}”.</source>
        <translation>El estado guardado no tiene la sección «{section}».</translation>
    </message>
    <message>
        <source>The saved state has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>El estado guardado tiene la versión {version}. Longthread admite hasta la versión {newest}.</translation>
    </message>
    <message>
        <source>The saved state is damaged (section {section}).</source>
        <translation>El estado guardado está dañado (sección {section}).</translation>
    </message>
    <message>
        <source>The saved state is incomplete or damaged.</source>
        <translation>El estado guardado está incompleto o dañado.</translation>
    </message>
    <message>
        <source>The saved state is incomplete.</source>
        <translation>El estado guardado está incompleto.</translation>
    </message>
    <message>
        <source>The saved state is inconsistent.</source>
        <translation>El estado guardado es incoherente.</translation>
    </message>
    <message>
        <source>The saved state is larger than the loaded model&apos;s context.</source>
        <translation>El estado guardado es mayor que el contexto del modelo cargado.</translation>
    </message>
    <message>
        <source>The saved state is larger than this model&apos;s context can be.</source>
        <translation>El estado guardado es mayor de lo que puede ser el contexto de este modelo.</translation>
    </message>
    <message>
        <source>The saved state&apos;s header is damaged.</source>
        <translation>La cabecera del estado guardado está dañada.</translation>
    </message>
    <message>
        <source>The saved state&apos;s list of parts is damaged ({reason}).</source>
        <translation>La lista de partes del estado guardado está dañada ({reason}).</translation>
    </message>
    <message>
        <source>The saved state&apos;s log is damaged.</source>
        <translation>El registro del estado guardado está dañado.</translation>
    </message>
    <message>
        <source>The saved state&apos;s section table is damaged.</source>
        <translation>La tabla de secciones del estado guardado está dañada.</translation>
    </message>
    <message>
        <source>The schema has a pattern whose nested repetitions multiply to {times}; the limit is {most}.</source>
        <translation>El esquema tiene un patrón cuyas repeticiones anidadas dan {times} en total; el límite es {most}.</translation>
    </message>
    <message>
        <source>The schema has too many patterns.</source>
        <translation>El esquema tiene demasiados patrones.</translation>
    </message>
    <message>
        <source>The schema is nested too deeply or contains a number that is too long.</source>
        <translation>El esquema tiene demasiados niveles o un número demasiado largo.</translation>
    </message>
    <message>
        <source>The schema is too large or nested too deeply.</source>
        <translation>El esquema es demasiado grande o tiene demasiados niveles.</translation>
    </message>
    <message>
        <source>The schema is too long ({length} characters).</source>
        <translation>El esquema es demasiado largo ({length} caracteres).</translation>
    </message>
    <message>
        <source>The schema must be a JSON object.</source>
        <translation>El esquema debe ser un objeto JSON.</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}” in a circle, so no value matches.</source>
        <translation>El esquema remite a «{reference}» en círculo, así que ningún valor lo cumple.</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}”, which it doesn&apos;t contain.</source>
        <translation>El esquema remite a «{reference}», pero no lo contiene.</translation>
    </message>
    <message>
        <source>The server sent the wrong part of the file.</source>
        <translation>El servidor ha enviado una parte equivocada del archivo.</translation>
    </message>
    <message>
        <source>The system killed the engine, possibly for lack of RAM.</source>
        <translation>El sistema ha cerrado el motor, quizá por falta de RAM.</translation>
    </message>
    <message>
        <source>The system prompt and tools take {tokens} of the context&apos;s {context} tokens, so no message fits.</source>
        <translation>El prompt del sistema y las herramientas ocupan {tokens} de los {context} tokens del contexto, así que no cabe ningún mensaje.</translation>
    </message>
    <message>
        <source>The task was stopped.</source>
        <translation>La tarea se ha detenido.</translation>
    </message>
    <message>
        <source>The text to compact ends inside an already compacted block.</source>
        <translation>El texto que hay que compactar termina dentro de un bloque ya compactado.</translation>
    </message>
    <message>
        <source>The update information expired on {day}, so Longthread can&apos;t tell whether there is a newer version.</source>
        <translation>La información de la actualización caducó el {day}, así que Longthread no sabe si hay una versión más reciente.</translation>
    </message>
    <message>
        <source>The update information is too long.</source>
        <translation>La información de la actualización es demasiado larga.</translation>
    </message>
    <message>
        <source>The update information isn&apos;t signed by Longthread&apos;s developers, so it was ignored.</source>
        <translation>La información de la actualización no está firmada por los desarrolladores de Longthread y se ha ignorado.</translation>
    </message>
    <message>
        <source>The vision projector can&apos;t process an image. {reason}</source>
        <translation>El proyector de visión no puede procesar una imagen. {reason}</translation>
    </message>
    <message>
        <source>The vision projector returned an unexpected result for an image.</source>
        <translation>El proyector de visión ha devuelto un resultado inesperado para una imagen.</translation>
    </message>
    <message>
        <source>The vision projector {name} is missing.</source>
        <translation>Falta el proyector de visión {name}.</translation>
    </message>
    <message>
        <source>The worker {worker} doesn&apos;t respond. Longthread doesn&apos;t use it.</source>
        <translation>El worker {worker} no responde. Longthread no lo usa.</translation>
    </message>
    <message>
        <source>The worker {worker} offers no device. Longthread doesn&apos;t use it.</source>
        <translation>El worker {worker} no ofrece ningún dispositivo. Longthread no lo usa.</translation>
    </message>
    <message>
        <source>The worker {worker} uses protocol {theirs}, this version {ours}. Longthread doesn&apos;t use it.</source>
        <translation>El worker {worker} usa el protocolo {theirs} y esta versión, el {ours}. Longthread no lo usa.</translation>
    </message>
    <message>
        <source>There is a newer compaction.</source>
        <translation>Hay una compactación más reciente.</translation>
    </message>
    <message>
        <source>There is no compacted text to move closer together.</source>
        <translation>No hay texto compactado que juntar más.</translation>
    </message>
    <message>
        <source>There is no compaction to undo.</source>
        <translation>No hay ninguna compactación que deshacer.</translation>
    </message>
    <message>
        <source>There is no grammar yet.</source>
        <translation>Todavía no hay gramática.</translation>
    </message>
    <message>
        <source>There is no message to reply to.</source>
        <translation>No hay ningún mensaje al que responder.</translation>
    </message>
    <message>
        <source>There is no room for {n} more tokens in this model&apos;s context.</source>
        <translation>En el contexto de este modelo no caben {n} tokens más.</translation>
    </message>
    <message>
        <source>There is no room in the context for this image.</source>
        <translation>En el contexto no hay espacio para esta imagen.</translation>
    </message>
    <message>
        <source>There is no room to reread the text.</source>
        <translation>No hay espacio para releer el texto.</translation>
    </message>
    <message>
        <source>There is no schema yet.</source>
        <translation>Todavía no hay esquema.</translation>
    </message>
    <message>
        <source>There is no {backend} add-on for your system.</source>
        <translation>No hay complemento {backend} para tu sistema.</translation>
    </message>
    <message>
        <source>There is nothing to embed: a text has no tokens.</source>
        <translation>No se pueden crear embeddings: un texto no tiene tokens.</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>No hay nada que exportar.</translation>
    </message>
    <message>
        <source>There is nothing to import here.</source>
        <translation>Aquí no hay nada que importar.</translation>
    </message>
    <message>
        <source>There is text at this place already.</source>
        <translation>En este lugar ya hay texto.</translation>
    </message>
    <message>
        <source>There isn&apos;t enough free RAM to save this chat&apos;s state.</source>
        <translation>No hay suficiente RAM libre para guardar el estado de este chat.</translation>
    </message>
    <message>
        <source>There isn&apos;t enough room in the context to prepare the document.</source>
        <translation>No hay suficiente espacio en el contexto para preparar el documento.</translation>
    </message>
    <message>
        <source>These keys are reserved for typing and selecting.</source>
        <translation>Estas teclas están reservadas para escribir y seleccionar.</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t check for updates.</source>
        <translation>Esta compilación de Longthread no puede buscar actualizaciones.</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t read images: {reason}</source>
        <translation>Esta compilación de Longthread no puede leer imágenes: {reason}</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t work together with other computers.</source>
        <translation>Esta compilación de Longthread no puede trabajar con otros equipos.</translation>
    </message>
    <message>
        <source>This chat isn&apos;t open in the engine.</source>
        <translation>Este chat no está abierto en el motor.</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>Este chat ya no existe.</translation>
    </message>
    <message>
        <source>This chat&apos;s context isn&apos;t loaded yet.</source>
        <translation>El contexto de este chat aún no está cargado.</translation>
    </message>
    <message>
        <source>This context can&apos;t be compacted.</source>
        <translation>Este contexto no se puede compactar.</translation>
    </message>
    <message>
        <source>This file isn&apos;t a saved state.</source>
        <translation>Este archivo no es un estado guardado.</translation>
    </message>
    <message>
        <source>This isn&apos;t a folder.</source>
        <translation>Esto no es una carpeta.</translation>
    </message>
    <message>
        <source>This message has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>Este mensaje tiene unos {tokens} tokens, pero en el contexto solo caben {room}.</translation>
    </message>
    <message>
        <source>This model file is damaged.</source>
        <translation>El archivo de este modelo está dañado.</translation>
    </message>
    <message>
        <source>This model file is damaged: its header is incomplete.</source>
        <translation>El archivo de este modelo está dañado: su cabecera está incompleta.</translation>
    </message>
    <message>
        <source>This model file is damaged: {what}.</source>
        <translation>El archivo de este modelo está dañado: {what}.</translation>
    </message>
    <message>
        <source>This model file is incomplete: it has {size} of at least {needed} bytes.</source>
        <translation>El archivo de este modelo está incompleto: tiene {size} de al menos {needed} bytes.</translation>
    </message>
    <message>
        <source>This model has no vocabulary, so it can&apos;t read or write text.</source>
        <translation>Este modelo no tiene vocabulario, así que no puede leer ni escribir texto.</translation>
    </message>
    <message>
        <source>This model is loaded for one chat only, so it can&apos;t prepare documents.</source>
        <translation>Este modelo está cargado para un solo chat, así que no puede preparar documentos.</translation>
    </message>
    <message>
        <source>This model is loaded without its vision projector, so it can&apos;t see images.</source>
        <translation>Este modelo está cargado sin su proyector de visión, así que no puede ver imágenes.</translation>
    </message>
    <message>
        <source>This model reads an image in one step of {tokens} tokens, but only {most} fit.</source>
        <translation>Este modelo lee una imagen en un paso de {tokens} tokens, pero solo caben {most}.</translation>
    </message>
    <message>
        <source>This model requires a Hugging Face account.</source>
        <translation>Este modelo requiere una cuenta de Hugging Face.</translation>
    </message>
    <message>
        <source>This model runs without flash attention, which compaction needs.</source>
        <translation>Este modelo funciona sin flash attention, necesaria para la compactación.</translation>
    </message>
    <message>
        <source>This model&apos;s context can&apos;t be compacted. {reason}</source>
        <translation>El contexto de este modelo no se puede compactar. {reason}</translation>
    </message>
    <message>
        <source>This preset rereads the text and can&apos;t be interrupted.</source>
        <translation>Este preajuste relee el texto y no se puede interrumpir.</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>Inténtalo de nuevo dentro de un rato.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Inténtalo de nuevo más tarde.</translation>
    </message>
    <message>
        <source>Try again to use the GPU.</source>
        <translation>Inténtalo de nuevo para usar la GPU.</translation>
    </message>
    <message>
        <source>Try again with fewer GPU layers or a smaller context, or choose another model.</source>
        <translation>Inténtalo de nuevo con menos capas en la GPU o un contexto menor, o elige otro modelo.</translation>
    </message>
    <message>
        <source>Try again, or choose another model.</source>
        <translation>Inténtalo de nuevo o elige otro modelo.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Try again. The chat is saved.</source>
        <translation>Inténtalo de nuevo. El chat está guardado.</translation>
    </message>
    <message>
        <source>Try another build of this model, or a model with a chat template.</source>
        <translation>Prueba otra variante de este modelo o un modelo con plantilla de chat.</translation>
    </message>
    <message>
        <source>Try another build of this model.</source>
        <translation>Prueba otra variante de este modelo.</translation>
    </message>
    <message>
        <source>Try another file.</source>
        <translation>Prueba con otro archivo.</translation>
    </message>
    <message>
        <source>Try other search terms.</source>
        <translation>Prueba con otros términos de búsqueda.</translation>
    </message>
    <message>
        <source>Turn off “Stay offline” in Privacy, then try again.</source>
        <translation>Desactiva «Modo sin conexión» en Privacidad e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Turn on flash attention, or choose the KV cache type f16.</source>
        <translation>Activa flash attention o elige el tipo de caché KV f16.</translation>
    </message>
    <message>
        <source>Undo that one first.</source>
        <translation>Deshaz primero esa.</translation>
    </message>
    <message>
        <source>Undo the later deletion first.</source>
        <translation>Deshaz primero la eliminación posterior.</translation>
    </message>
    <message>
        <source>Unlock the password store, then try again.</source>
        <translation>Desbloquea el almacén de contraseñas e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Unpack the archive and attach its files.</source>
        <translation>Descomprime el archivo y adjunta su contenido.</translation>
    </message>
    <message>
        <source>Unpack the archive and choose a smaller folder.</source>
        <translation>Descomprime el archivo y elige una carpeta más pequeña.</translation>
    </message>
    <message>
        <source>Unpack the archive first.</source>
        <translation>Descomprime primero el archivo.</translation>
    </message>
    <message>
        <source>Update Longthread, then try again.</source>
        <translation>Actualiza Longthread e inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread.</source>
        <translation>Actualiza el controlador gráfico y reinicia Longthread.</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread. The model page shows the reason.</source>
        <translation>Actualiza el controlador gráfico y reinicia Longthread. La página del modelo muestra el motivo.</translation>
    </message>
    <message>
        <source>Use repetition instead: a ::= b (&quot;,&quot; b)*</source>
        <translation>Usa en su lugar una repetición: a ::= b (&quot;,&quot; b)*</translation>
    </message>
    <message>
        <source>Use the open window, or close it first. Your chats are in {folder}.</source>
        <translation>Usa la ventana abierta o ciérrala primero. Tus chats están en {folder}.</translation>
    </message>
    <message>
        <source>Use this model for text. For images, choose a model such as Qwen2.5-VL, Qwen3-VL, Gemma 3 or Pixtral.</source>
        <translation>Usa este modelo para texto. Para imágenes, elige un modelo como Qwen2.5-VL, Qwen3-VL, Gemma 3 o Pixtral.</translation>
    </message>
    <message>
        <source>Wait until it finishes, or cancel it.</source>
        <translation>Espera a que termine o cancélala.</translation>
    </message>
    <message>
        <source>Wait, choose another model, or choose “Force stop”. Your chats are safe.</source>
        <translation>Espera, elige otro modelo o elige «Forzar detención». Tus chats están a salvo.</translation>
    </message>
    <message>
        <source>Wayland doesn&apos;t let programs listen for keys while another program is in front.</source>
        <translation>Wayland no permite que los programas detecten teclas mientras otro programa está en primer plano.</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the document.</source>
        <translation>Lo que Longthread ha leído se conserva hasta que quites el documento.</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the documents.</source>
        <translation>Lo que Longthread ha leído se conserva hasta que quites los documentos.</translation>
    </message>
    <message>
        <source>Write a message first.</source>
        <translation>Escribe primero un mensaje.</translation>
    </message>
    <message>
        <source>You can import exports and backups from Longthread, and chats from ChatGPT and Claude (conversations.json or the zip), Open WebUI, LM Studio and Jan (thread.json).</source>
        <translation>Puedes importar exportaciones y copias de seguridad de Longthread, y chats de ChatGPT y Claude (conversations.json o el zip), Open WebUI, LM Studio y Jan (thread.json).</translation>
    </message>
    <message>
        <source>You can keep chatting. The text is saved.</source>
        <translation>Puedes seguir chateando. El texto está guardado.</translation>
    </message>
    <message>
        <source>You can set a larger context.</source>
        <translation>Puedes definir un contexto mayor.</translation>
    </message>
    <message>
        <source>You decide when to install it.</source>
        <translation>Tú decides cuándo instalarla.</translation>
    </message>
    <message>
        <source>You forced the engine to stop.</source>
        <translation>Has forzado la detención del motor.</translation>
    </message>
    <message>
        <source>You need a processor made since 2009 or so.</source>
        <translation>Hace falta un procesador fabricado a partir de 2009, más o menos.</translation>
    </message>
    <message>
        <source>You undid a compaction, so Longthread compacts this chat only when the context is full.</source>
        <translation>Has deshecho una compactación, así que Longthread solo compactará este chat cuando el contexto esté lleno.</translation>
    </message>
    <message>
        <source>Your account doesn&apos;t have access to this model yet.</source>
        <translation>Tu cuenta aún no tiene acceso a este modelo.</translation>
    </message>
    <message>
        <source>Your chat database was damaged.</source>
        <translation>Tu base de datos de chats estaba dañada.</translation>
    </message>
    <message>
        <source>Your chat database was missing or empty.</source>
        <translation>Tu base de datos de chats faltaba o estaba vacía.</translation>
    </message>
    <message>
        <source>Your chats are safe.</source>
        <translation>Tus chats están a salvo.</translation>
    </message>
    <message>
        <source>Your chats are unchanged.</source>
        <translation>Tus chats no han cambiado.</translation>
    </message>
    <message>
        <source>Your network may require you to sign in first. Try again later.</source>
        <translation>Puede que antes tengas que iniciar sesión en tu red. Inténtalo de nuevo más tarde.</translation>
    </message>
    <message>
        <source>Your system can&apos;t use these keys everywhere.</source>
        <translation>Tu sistema no puede usar estas teclas en todas partes.</translation>
    </message>
    <message>
        <source>Your system&apos;s password store didn&apos;t delete everything.</source>
        <translation>El almacén de contraseñas de tu sistema no lo ha eliminado todo.</translation>
    </message>
    <message>
        <source>a model can&apos;t write this character</source>
        <translation>un modelo no puede escribir este carácter</translation>
    </message>
    <message>
        <source>a number is too long</source>
        <translation>un número es demasiado largo</translation>
    </message>
    <message>
        <source>a power is too large</source>
        <translation>una potencia es demasiado grande</translation>
    </message>
    <message>
        <source>a range has no end</source>
        <translation>un rango no tiene fin</translation>
    </message>
    <message>
        <source>a range is too long</source>
        <translation>un rango es demasiado largo</translation>
    </message>
    <message>
        <source>a repetition can&apos;t end at {most} if it starts at {least}</source>
        <translation>una repetición no puede terminar en {most} si empieza en {least}</translation>
    </message>
    <message>
        <source>a repetition must end with “}}”</source>
        <translation>una repetición debe terminar con «}}»</translation>
    </message>
    <message>
        <source>a tensor has {found} dimensions</source>
        <translation>un tensor tiene {found} dimensiones</translation>
    </message>
    <message>
        <source>a text grows too long</source>
        <translation>un texto crece demasiado</translation>
    </message>
    <message>
        <source>a {architecture} model needs a sliding window, but its length is 0</source>
        <translation>un modelo {architecture} necesita una ventana deslizante, pero su longitud es 0</translation>
    </message>
    <message>
        <source>brackets are nested more than {most} levels deep</source>
        <translation>los paréntesis están anidados a más de {most} niveles</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>se esperaba un número</translation>
    </message>
    <message>
        <source>expected the name of a rule</source>
        <translation>se esperaba el nombre de una regla</translation>
    </message>
    <message>
        <source>expected {digits} hexadecimal digits after \{kind}</source>
        <translation>se esperaban {digits} dígitos hexadecimales tras \{kind}</translation>
    </message>
    <message>
        <source>expected “::=” after the name “{name}”</source>
        <translation>se esperaba «::=» tras el nombre «{name}»</translation>
    </message>
    <message>
        <source>formatting with % isn&apos;t allowed</source>
        <translation>no se permite dar formato con %</translation>
    </message>
    <message>
        <source>invalid number of tensors or values</source>
        <translation>número no válido de tensores o valores</translation>
    </message>
    <message>
        <source>invalid number of texts</source>
        <translation>número no válido de textos</translation>
    </message>
    <message>
        <source>invalid text length ({length})</source>
        <translation>longitud de texto no válida ({length})</translation>
    </message>
    <message>
        <source>invalid version {version}</source>
        <translation>versión {version} no válida</translation>
    </message>
    <message>
        <source>it runs too long</source>
        <translation>tarda demasiado</translation>
    </message>
    <message>
        <source>it uses a filter that isn&apos;t allowed</source>
        <translation>usa un filtro que no está permitido</translation>
    </message>
    <message>
        <source>it uses too much RAM</source>
        <translation>usa demasiada RAM</translation>
    </message>
    <message>
        <source>it writes too much text</source>
        <translation>escribe demasiado texto</translation>
    </message>
    <message>
        <source>model tokens (&lt;…&gt;) aren&apos;t supported here; write their text</source>
        <translation>los tokens del modelo (&lt;…&gt;) no se admiten aquí; escribe su texto</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>demasiados niveles anidados</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>no se indica el motivo</translation>
    </message>
    <message>
        <source>not UTF-8 text</source>
        <translation>no es texto UTF-8</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>no es JSON válido</translation>
    </message>
    <message>
        <source>nothing can repeat more than {most} times</source>
        <translation>nada puede repetirse más de {most} veces</translation>
    </message>
    <message>
        <source>str.format isn&apos;t allowed</source>
        <translation>no se permite str.format</translation>
    </message>
    <message>
        <source>str.{name} isn&apos;t allowed</source>
        <translation>no se permite str.{name}</translation>
    </message>
    <message>
        <source>the alignment isn&apos;t a power of two</source>
        <translation>la alineación no es una potencia de dos</translation>
    </message>
    <message>
        <source>the header is too long</source>
        <translation>la cabecera es demasiado larga</translation>
    </message>
    <message>
        <source>the messages contain text that can&apos;t be encoded</source>
        <translation>los mensajes contienen texto que no se puede codificar</translation>
    </message>
    <message>
        <source>the metadata contains a value of unknown type {kind}</source>
        <translation>los metadatos contienen un valor de tipo desconocido {kind}</translation>
    </message>
    <message>
        <source>the metadata contains an array of unknown type {kind}</source>
        <translation>los metadatos contienen una matriz de tipo desconocido {kind}</translation>
    </message>
    <message>
        <source>the process ended</source>
        <translation>el proceso ha terminado</translation>
    </message>
    <message>
        <source>the rule “{name}” is defined twice</source>
        <translation>la regla «{name}» está definida dos veces</translation>
    </message>
    <message>
        <source>the rule “{name}” isn&apos;t defined</source>
        <translation>la regla «{name}» no está definida</translation>
    </message>
    <message>
        <source>the table “{name}” is incomplete</source>
        <translation>la tabla «{name}» está incompleta</translation>
    </message>
    <message>
        <source>the tensor “{name}” doesn&apos;t belong to the architecture {architecture}</source>
        <translation>el tensor «{name}» no pertenece a la arquitectura {architecture}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}</source>
        <translation>el tensor «{name}» tiene filas de {length} elementos, que no es múltiplo de {multiple}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has the size {found}, not {expected}</source>
        <translation>el tensor «{name}» tiene el tamaño {found}, no {expected}</translation>
    </message>
    <message>
        <source>the tensor “{name}” is too large</source>
        <translation>el tensor «{name}» es demasiado grande</translation>
    </message>
    <message>
        <source>these brackets are empty</source>
        <translation>estos corchetes están vacíos</translation>
    </message>
    <message>
        <source>this bracket isn&apos;t closed</source>
        <translation>este paréntesis no está cerrado</translation>
    </message>
    <message>
        <source>this text has no closing quote</source>
        <translation>a este texto le faltan las comillas de cierre</translation>
    </message>
    <message>
        <source>this “[” isn&apos;t closed</source>
        <translation>este «[» no está cerrado</translation>
    </message>
    <message>
        <source>unexpected data after the end</source>
        <translation>datos inesperados tras el final</translation>
    </message>
    <message>
        <source>unexpected end of file</source>
        <translation>fin de archivo inesperado</translation>
    </message>
    <message>
        <source>unexpected end of file or invalid JSON</source>
        <translation>fin de archivo inesperado o JSON no válido</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar has too many rules</source>
        <translation>con todas sus repeticiones, la gramática tiene demasiadas reglas</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar is too long</source>
        <translation>con todas sus repeticiones, la gramática es demasiado larga</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used, because the graphics driver failed its test ({reason}).</source>
        <translation>{backend} no se usa porque el controlador gráfico no ha superado la prueba ({reason}).</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: it found no graphics card.</source>
        <translation>{backend} no se usa: no ha encontrado ninguna tarjeta gráfica.</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: its driver isn&apos;t installed.</source>
        <translation>{backend} no se usa: su controlador no está instalado.</translation>
    </message>
    <message>
        <source>{bad} of {parts} parts are missing or damaged.</source>
        <translation>{bad} de {parts} partes faltan o están dañadas.</translation>
    </message>
    <message>
        <source>{blank} of {total} pages contain no text (images aren&apos;t read).</source>
        <translation>{blank} de {total} páginas no contienen texto (las imágenes no se leen).</translation>
    </message>
    <message>
        <source>{device} had less free VRAM than its driver reported, so fewer layers run on it.</source>
        <translation>{device} tenía menos VRAM libre de la que indicaba su controlador, así que ejecuta menos capas.</translation>
    </message>
    <message>
        <source>{failed} of {total} pages are damaged and were skipped.</source>
        <translation>{failed} de {total} páginas están dañadas y se han omitido.</translation>
    </message>
    <message>
        <source>{heads} query heads can&apos;t share {heads_kv} KV heads</source>
        <translation>{heads} cabezas de consulta no pueden compartir {heads_kv} cabezas KV</translation>
    </message>
    <message>
        <source>{host} doesn&apos;t have this file or repository.</source>
        <translation>{host} no tiene este archivo o repositorio.</translation>
    </message>
    <message>
        <source>{host} is busy.</source>
        <translation>{host} está ocupado.</translation>
    </message>
    <message>
        <source>{host} isn&apos;t responding.</source>
        <translation>{host} no responde.</translation>
    </message>
    <message>
        <source>{host} redirected the request to an address that isn&apos;t allowed.</source>
        <translation>{host} ha redirigido la solicitud a una dirección no permitida.</translation>
    </message>
    <message>
        <source>{host} refused the request (status {status}).</source>
        <translation>{host} ha rechazado la solicitud (estado {status}).</translation>
    </message>
    <message>
        <source>{host} reported a server error (status {status}).</source>
        <translation>{host} ha notificado un error del servidor (estado {status}).</translation>
    </message>
    <message>
        <source>{host} requires an access token.</source>
        <translation>{host} requiere un token de acceso.</translation>
    </message>
    <message>
        <source>{key} contains invalid numbers</source>
        <translation>{key} contiene números no válidos</translation>
    </message>
    <message>
        <source>{key} has the invalid value {value}</source>
        <translation>{key} tiene el valor no válido {value}</translation>
    </message>
    <message>
        <source>{loosened} Nothing was deleted.</source>
        <translation>{loosened} No se ha eliminado nada.</translation>
    </message>
    <message>
        <source>{name} contains no text.</source>
        <translation>{name} no contiene texto.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t contain the add-on, so it was deleted.</source>
        <translation>{name} no contiene el complemento, así que se ha eliminado.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t make embeddings.</source>
        <translation>{name} no genera embeddings.</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t need a head profile. {reason}</source>
        <translation>{name} no necesita un perfil de cabezas. {reason}</translation>
    </message>
    <message>
        <source>{name} failed to load {times} times in a row, so Longthread stopped trying.</source>
        <translation>La carga de {name} ha fallado {times} veces seguidas. Longthread ya no lo intenta.</translation>
    </message>
    <message>
        <source>{name} has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>{name} tiene unos {tokens} tokens, pero en el contexto solo caben {room}.</translation>
    </message>
    <message>
        <source>{name} has changed since you added it.</source>
        <translation>{name} ha cambiado desde que se añadió.</translation>
    </message>
    <message>
        <source>{name} has more than {most} MB of text.</source>
        <translation>{name} tiene más de {most} MB de texto.</translation>
    </message>
    <message>
        <source>{name} is a GGUF file without a model architecture.</source>
        <translation>{name} es un archivo GGUF sin arquitectura de modelo.</translation>
    </message>
    <message>
        <source>{name} is a big-endian GGUF file.</source>
        <translation>{name} es un archivo GGUF big-endian.</translation>
    </message>
    <message>
        <source>{name} is for audio, not for images.</source>
        <translation>{name} es para audio, no para imágenes.</translation>
    </message>
    <message>
        <source>{name} is incomplete.</source>
        <translation>{name} está incompleto.</translation>
    </message>
    <message>
        <source>{name} is larger than announced.</source>
        <translation>{name} es mayor de lo anunciado.</translation>
    </message>
    <message>
        <source>{name} is loaded. Your chat continues.</source>
        <translation>{name} está cargado. Tu chat continúa.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts of a model, but its name doesn&apos;t say which one.</source>
        <translation>{name} es una de las {count} partes de un modelo, pero su nombre no indica cuál.</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts, but its name says {named}.</source>
        <translation>{name} es una de {count} partes, pero su nombre dice {named}.</translation>
    </message>
    <message>
        <source>{name} is still being written.</source>
        <translation>{name} todavía se está escribiendo.</translation>
    </message>
    <message>
        <source>{name} is the vision projector of another model: it has {widths} numbers per row, this model has {width}.</source>
        <translation>{name} es el proyector de visión de otro modelo: tiene {widths} números por fila y este modelo, {width}.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a GGUF model file.</source>
        <translation>{name} no es un archivo de modelo GGUF.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a model file.</source>
        <translation>{name} no es un archivo de modelo.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a vision projector.</source>
        <translation>{name} no es un proyector de visión.</translation>
    </message>
    <message>
        <source>{name} isn&apos;t plain text.</source>
        <translation>{name} no es texto sin formato.</translation>
    </message>
    <message>
        <source>{name} made no progress while loading, so Longthread stopped it.</source>
        <translation>{name} no avanzaba al cargarse, así que Longthread lo ha detenido.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM or VRAM, but only {free:memory} is free.</source>
        <translation>{name} necesita unos {need:memory} de RAM o VRAM, pero solo hay {free:memory} libres.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM, but only {free:memory} is free.</source>
        <translation>{name} necesita unos {need:memory} de RAM, pero solo hay {free:memory} libres.</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} on {device}, but only {free:memory} is free there.</source>
        <translation>{name} necesita unos {need:memory} en {device}, pero allí solo hay {free:memory} libres.</translation>
    </message>
    <message>
        <source>{name} uses GGUF version {version}. Longthread supports versions 2 and 3.</source>
        <translation>{name} usa la versión {version} de GGUF. Longthread admite las versiones 2 y 3.</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} se ha movido o eliminado.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its KV cache uses only {taken:memory} of the {budget:memory} you allow.</source>
        <translation>{name} se entrenó para {most} tokens, así que su caché KV solo usa {taken:memory} de los {budget:memory} permitidos.</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its context isn&apos;t larger, although you set {asked}. Longer chats continue with compaction.</source>
        <translation>{name} se entrenó para {most} tokens, así que su contexto no es mayor, aunque hayas definido {asked}. Los chats más largos continúan con compactación.</translation>
    </message>
    <message>
        <source>{n} documents have changed.</source>
        <translation>{n} documentos han cambiado.</translation>
    </message>
    <message>
        <source>{n} files were skipped. Choose a smaller folder.</source>
        <translation>Se han omitido {n} archivos. Elige una carpeta más pequeña.</translation>
    </message>
    <message>
        <source>{n} files were skipped: too large, too many or not text.</source>
        <translation>Se han omitido {n} archivos: son demasiado grandes, son demasiados o no son de texto.</translation>
    </message>
    <message>
        <source>{on} of {layers} layers run on {device}, the others on the processor.</source>
        <translation>{on} de {layers} capas se ejecutan en {device}; las demás, en el procesador.</translation>
    </message>
    <message>
        <source>{repo} no longer has {name}.</source>
        <translation>{repo} ya no tiene {name}.</translation>
    </message>
    <message>
        <source>{rescued} The damaged file is kept as {path}, next to backups from earlier days.</source>
        <translation>{rescued} El archivo dañado se conserva como {path}, junto a copias de seguridad de días anteriores.</translation>
    </message>
    <message>
        <source>{text} isn&apos;t a number</source>
        <translation>{text} no es un número</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} tokens, las {layers} capas en la GPU, caché KV {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the processor ({threads} threads), KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} tokens, las {layers} capas en el procesador ({threads} hilos), caché KV {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{tokens} tokens, {there} of {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} tokens, {there} de {layers} capas en la GPU, caché KV {kv:memory} ({kv_type}).</translation>
    </message>
    <message>
        <source>{why:whole} The model was loaded for text only.</source>
        <translation>{why:whole} El modelo se ha cargado solo para texto.</translation>
    </message>
    <message>
        <source>{why} The model continues without the document, which stays in the chat.</source>
        <translation>{why} El modelo continúa sin el documento, que sigue en el chat.</translation>
    </message>
    <message>
        <source>{why} The model continues without the image, which stays in the chat.</source>
        <translation>{why} El modelo continúa sin la imagen, que sigue en el chat.</translation>
    </message>
    <message>
        <source>“Stay offline” is on.</source>
        <translation>«Modo sin conexión» está activado.</translation>
    </message>
    <message>
        <source>“\{kind}” is unknown; write a backslash as \\</source>
        <translation>«\{kind}» es desconocido; escribe una barra invertida como \\</translation>
    </message>
    <message>
        <source>“{char}” has nothing to repeat</source>
        <translation>«{char}» no tiene nada que repetir</translation>
    </message>
    <message>
        <source>“{kv_type}” isn&apos;t a KV cache type.</source>
        <translation>«{kv_type}» no es un tipo de caché KV.</translation>
    </message>
    <message>
        <source>“{name}” contains a chat that is too large to import.</source>
        <translation>«{name}» contiene un chat demasiado grande para importarlo.</translation>
    </message>
    <message>
        <source>“{name}” contains a damaged chat ({reason}).</source>
        <translation>«{name}» contiene un chat dañado ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” contains a message that is too large to import.</source>
        <translation>«{name}» contiene un mensaje demasiado grande para importarlo.</translation>
    </message>
    <message>
        <source>“{name}” contains damaged folders ({reason}).</source>
        <translation>«{name}» contiene carpetas dañadas ({reason}).</translation>
    </message>
    <message>
        <source>“{name}” contains no chats.</source>
        <translation>«{name}» no contiene chats.</translation>
    </message>
    <message>
        <source>“{name}” contains no files that Longthread can read.</source>
        <translation>«{name}» no contiene archivos que Longthread pueda leer.</translation>
    </message>
    <message>
        <source>“{name}” contains only images of pages, no text.</source>
        <translation>«{name}» solo contiene imágenes de páginas, sin texto.</translation>
    </message>
    <message>
        <source>“{name}” contains slides, which Longthread can&apos;t read.</source>
        <translation>«{name}» contiene diapositivas, que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{name}” contains too many files.</source>
        <translation>«{name}» contiene demasiados archivos.</translation>
    </message>
    <message>
        <source>“{name}” contains unsafe XML.</source>
        <translation>«{name}» contiene XML no seguro.</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t exist or isn&apos;t a file.</source>
        <translation>«{name}» no existe o no es un archivo.</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t say which format version it uses.</source>
        <translation>«{name}» no indica qué versión de formato usa.</translation>
    </message>
    <message>
        <source>“{name}” has a structure that Longthread can&apos;t read.</source>
        <translation>«{name}» tiene una estructura que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{name}” has an image format that Longthread can&apos;t read.</source>
        <translation>«{name}» tiene un formato de imagen que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{name}” has changed.</source>
        <translation>«{name}» ha cambiado.</translation>
    </message>
    <message>
        <source>“{name}” has {total} pages. The limit is {most}.</source>
        <translation>«{name}» tiene {total} páginas. El límite es {most}.</translation>
    </message>
    <message>
        <source>“{name}” is a Rich Text file, which Longthread can&apos;t read.</source>
        <translation>«{name}» es un archivo de texto enriquecido (RTF), que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>«{name}» es una carpeta.</translation>
    </message>
    <message>
        <source>“{name}” is a workbook, which Longthread can&apos;t read.</source>
        <translation>«{name}» es un libro de cálculo, que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{name}” is an OpenDocument file, which Longthread can&apos;t read.</source>
        <translation>«{name}» es un archivo OpenDocument, que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{name}” is an archive.</source>
        <translation>«{name}» es un archivo comprimido.</translation>
    </message>
    <message>
        <source>“{name}” is an image, but no model with a vision projector is loaded.</source>
        <translation>«{name}» es una imagen, pero no hay ningún modelo con proyector de visión cargado.</translation>
    </message>
    <message>
        <source>“{name}” is an image.</source>
        <translation>«{name}» es una imagen.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or isn&apos;t what it seems.</source>
        <translation>«{name}» está dañado o no es lo que parece.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or too large.</source>
        <translation>«{name}» está dañado o es demasiado grande.</translation>
    </message>
    <message>
        <source>“{name}” is damaged, and no messages could be recovered from it.</source>
        <translation>«{name}» está dañado y no se ha podido recuperar ningún mensaje.</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>«{name}» está dañado.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: none of its pages can be read.</source>
        <translation>«{name}» está dañado: no se puede leer ninguna de sus páginas.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the document is incomplete.</source>
        <translation>«{name}» está dañado: el documento está incompleto.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the file is incomplete.</source>
        <translation>«{name}» está dañado: el archivo está incompleto.</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>«{name}» está vacío.</translation>
    </message>
    <message>
        <source>“{name}” is gone.</source>
        <translation>«{name}» ya no está.</translation>
    </message>
    <message>
        <source>“{name}” is in an old Office format.</source>
        <translation>«{name}» tiene un formato antiguo de Office.</translation>
    </message>
    <message>
        <source>“{name}” is in use.</source>
        <translation>«{name}» está en uso.</translation>
    </message>
    <message>
        <source>“{name}” is password-protected.</source>
        <translation>«{name}» está protegido con contraseña.</translation>
    </message>
    <message>
        <source>“{name}” is taking a while.</source>
        <translation>«{name}» está tardando.</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size:size}; the limit is {most:size}).</source>
        <translation>«{name}» es demasiado grande ({size:size}; el límite es {most:size}).</translation>
    </message>
    <message>
        <source>“{name}” is too large when unpacked.</source>
        <translation>«{name}» ocupa demasiado al descomprimirse.</translation>
    </message>
    <message>
        <source>“{name}” is too long (more than {most} characters of text).</source>
        <translation>«{name}» es demasiado largo (más de {most} caracteres de texto).</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Longthread database.</source>
        <translation>«{name}» no es una base de datos de Longthread.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Word document.</source>
        <translation>«{name}» no es un documento de Word.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a chat export that Longthread supports.</source>
        <translation>«{name}» no es una exportación de chats que Longthread admita.</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a text file.</source>
        <translation>«{name}» no es un archivo de texto.</translation>
    </message>
    <message>
        <source>“{name}” takes too long to read.</source>
        <translation>«{name}» tarda demasiado en leerse.</translation>
    </message>
    <message>
        <source>“{name}” takes too much RAM to read.</source>
        <translation>«{name}» necesita demasiada RAM para leerse.</translation>
    </message>
    <message>
        <source>“{name}” uses an encryption that Longthread can&apos;t read.</source>
        <translation>«{name}» usa un cifrado que Longthread no puede leer.</translation>
    </message>
    <message>
        <source>“{pattern}” isn&apos;t a valid pattern ({reason}).</source>
        <translation>«{pattern}» no es un patrón válido ({reason}).</translation>
    </message>
    <message>
        <source>“{repo}” isn&apos;t a valid repository name.</source>
        <translation>«{repo}» no es un nombre de repositorio válido.</translation>
    </message>
    <message>
        <source>“{text}” doesn&apos;t belong here</source>
        <translation>«{text}» no va aquí</translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>%Ln saved session(s)</source>
        <translation>
            <numerusform>%Ln sesión guardada</numerusform>
            <numerusform>%Ln sesiones guardadas</numerusform>
        </translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Change it if another program uses this port.</source>
        <translation>Cámbialo si otro programa usa este puerto.</translation>
    </message>
    <message>
        <source>Coding agent (Claude Code)</source>
        <translation>Agente de programación (Claude Code)</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>Conectar un programa</translation>
    </message>
    <message>
        <source>Copied text contains your key. Programs may use any model name.</source>
        <translation>El texto copiado contiene tu clave. Los programas pueden usar cualquier nombre de modelo.</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Copiar dirección</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>Copiar clave</translation>
    </message>
    <message>
        <source>Copy: {name}</source>
        <translation>Copiar: {name}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ocultar</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Lets editors, coding agents and scripts on this computer use your model through the OpenAI and Anthropic APIs. When their context fills up, Longthread compacts it and the conversation continues.</source>
        <translation>Permite que los editores, agentes de programación y scripts de este equipo usen tu modelo mediante las API de OpenAI y Anthropic. Cuando se llena su contexto, Longthread lo compacta y la conversación continúa.</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Servidor local</translation>
    </message>
    <message>
        <source>Make a new key. Programs with the old one lose access.</source>
        <translation>Crear una clave nueva. Los programas con la anterior pierden el acceso.</translation>
    </message>
    <message>
        <source>Nothing else on your network can reach the server, and programs need the key. Their conversations don&apos;t appear among your chats; the Privacy page shows what is saved of them.</source>
        <translation>Ningún otro dispositivo de tu red puede acceder al servidor, y los programas necesitan la clave. Sus conversaciones no aparecen entre tus chats; la página Privacidad muestra qué se guarda de ellas.</translation>
    </message>
    <message>
        <source>Off. No program can use your model.</source>
        <translation>Desactivado. Ningún programa puede usar tu modelo.</translation>
    </message>
    <message>
        <source>On, but no model is loaded. Load one so that programs get replies.</source>
        <translation>Activado, pero no hay ningún modelo cargado. Carga uno para que los programas reciban respuestas.</translation>
    </message>
    <message>
        <source>On. Programs on this computer can use your model.</source>
        <translation>Activado. Los programas de este equipo pueden usar tu modelo.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Python (openai package)</source>
        <translation>Python (paquete openai)</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Solicitudes</translation>
    </message>
    <message>
        <source>Requests appear here while the server is on.</source>
        <translation>Con el servidor activado, las solicitudes aparecen aquí.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Iniciando…</translation>
    </message>
    <message>
        <source>Terminal (curl)</source>
        <translation>Terminal (curl)</translation>
    </message>
    <message>
        <source>The server starts when you load a model.</source>
        <translation>El servidor se inicia al cargar un modelo.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>VS Code and JetBrains (Continue, config.yaml)</source>
        <translation>VS Code y JetBrains (Continue, config.yaml)</translation>
    </message>
    <message>
        <source>Your system has no password store. The key changes when Longthread restarts.</source>
        <translation>Tu sistema no tiene almacén de contraseñas. La clave cambia al reiniciar Longthread.</translation>
    </message>
    <message>
        <source>done in {time}</source>
        <translation>atendida en {time}</translation>
    </message>
    <message>
        <source>error {status}</source>
        <translation>error {status}</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>en curso</translation>
    </message>
    <message>
        <source>read {new} of {all} tokens</source>
        <translation>{new} de {all} tokens leídos</translation>
    </message>
    <message>
        <source>wrote {n}</source>
        <translation>{n} escritos</translation>
    </message>
    <message>
        <source>{n} done since the start</source>
        <translation>{n} atendidas desde el inicio</translation>
    </message>
    <message>
        <source>{n} in progress</source>
        <translation>{n} en curso</translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation>{n} en cola</translation>
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
        <translation>Con 0 elige siempre la palabra más probable; un valor mayor da más variedad.</translation>
    </message>
    <message>
        <source>A JSON schema, or a GBNF grammar with a “root” rule.</source>
        <translation>Un esquema JSON o una gramática GBNF con una regla «root».</translation>
    </message>
    <message>
        <source>Above 1 avoids recently used words.</source>
        <translation>Por encima de 1, evita palabras usadas hace poco.</translation>
    </message>
    <message>
        <source>Addresses of computers that run “Longthread --rpc-worker”, such as 192.168.1.20:50052.</source>
        <translation>Direcciones de equipos que ejecutan «Longthread --rpc-worker», como 192.168.1.20:50052.</translation>
    </message>
    <message>
        <source>Advanced sampling</source>
        <translation>Muestreo avanzado</translation>
    </message>
    <message>
        <source>Alerts you when a longer reply finishes while you use another window. Notifications need a tray icon and never show the reply.</source>
        <translation>Avisa cuando termina una respuesta larga mientras usas otra ventana. Las notificaciones necesitan un icono en la bandeja y nunca muestran la respuesta.</translation>
    </message>
    <message>
        <source>Allowed phrase length</source>
        <translation>Longitud de frase permitida</translation>
    </message>
    <message>
        <source>Animates interface changes. Always off if your system reduces motion.</source>
        <translation>Anima los cambios de la interfaz. Siempre desactivado si tu sistema reduce el movimiento.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>Asks Longthread&apos;s release page once a week whether there is a new version. Nothing is installed without you.</source>
        <translation>Consulta una vez por semana la página de versiones de Longthread por si hay una versión nueva. No se instala nada sin tu permiso.</translation>
    </message>
    <message>
        <source>Avoids words more the more often they were used; below 0 prefers them.</source>
        <translation>Evita más las palabras cuanto más se han usado; por debajo de 0, las prefiere.</translation>
    </message>
    <message>
        <source>Avoids words that were already used; below 0 prefers them.</source>
        <translation>Evita palabras ya usadas; por debajo de 0, las prefiere.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Tamaño de lote</translation>
    </message>
    <message>
        <source>Below 1, the temperature reacts early to uncertainty; above 1, late. Needs a temperature range.</source>
        <translation>Por debajo de 1, la temperatura reacciona pronto a la incertidumbre; por encima, tarde. Requiere un rango de temperatura.</translation>
    </message>
    <message>
        <source>Blocks all network requests, including searches, downloads and workers.</source>
        <translation>Bloquea todo acceso a la red, incluidas búsquedas, descargas y workers.</translation>
    </message>
    <message>
        <source>Brings Longthread to the front, whichever program you use.</source>
        <translation>Trae Longthread al frente desde cualquier programa.</translation>
    </message>
    <message>
        <source>CPU threads to use. Automatic: measured when you first load a model.</source>
        <translation>Hilos de CPU que se usan. Automático: se mide al cargar un modelo por primera vez.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat text size</source>
        <translation>Tamaño del texto del chat</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>Buscar actualizaciones cada semana</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Revisar ortografía</translation>
    </message>
    <message>
        <source>Collect facts from chats</source>
        <translation>Extraer datos de chats</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>Extraer datos de documentos</translation>
    </message>
    <message>
        <source>Compact automatically</source>
        <translation>Compactar automáticamente</translation>
    </message>
    <message>
        <source>Compact down to</source>
        <translation>Compactar hasta</translation>
    </message>
    <message>
        <source>Compacts the older part of a chat when its context fills up.</source>
        <translation>Compacta la parte antigua de un chat cuando se llena su contexto.</translation>
    </message>
    <message>
        <source>Compacts the oldest part, or forgets the oldest messages: the text stays, but the model no longer sees it. Models that can&apos;t compact always forget.</source>
        <translation>Compacta la parte más antigua u olvida los mensajes más antiguos: el texto se conserva, pero el modelo ya no lo ve. Los modelos que no admiten compactación siempre olvidan.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Context as a share</source>
        <translation>Contexto en porcentaje</translation>
    </message>
    <message>
        <source>Context in MB</source>
        <translation>Contexto en MB</translation>
    </message>
    <message>
        <source>Context in tokens</source>
        <translation>Contexto en tokens</translation>
    </message>
    <message>
        <source>Context meter</source>
        <translation>Medidor de contexto</translation>
    </message>
    <message>
        <source>Context size in</source>
        <translation>Tamaño del contexto en</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Densidad</translation>
    </message>
    <message>
        <source>Dictionaries your messages are checked with. Your system provides them. Automatic: the languages of the system and of the window.</source>
        <translation>Diccionarios con los que se revisan tus mensajes. Los aporta tu sistema. Automático: los idiomas del sistema y de la ventana.</translation>
    </message>
    <message>
        <source>Enter sends and Shift+Enter adds a line. When off, the other way around.</source>
        <translation>Intro envía y Mayús+Intro añade una línea. Si se desactiva, al revés.</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>Follow linked facts</source>
        <translation>Seguir datos relacionados</translation>
    </message>
    <message>
        <source>Follow the system, or always use light or dark.</source>
        <translation>Seguir al sistema o usar siempre claro u oscuro.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>Frees the model&apos;s RAM and VRAM when it wasn&apos;t used for a while. It loads again when you write or send a message. Not while the local server runs.</source>
        <translation>Libera la RAM y la VRAM del modelo cuando no se usa durante un tiempo. Se vuelve a cargar al escribir o enviar un mensaje. No se aplica mientras funciona el servidor local.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Penalizar frecuencia</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation>Capas en la GPU</translation>
    </message>
    <message>
        <source>Generate titles</source>
        <translation>Generar títulos</translation>
    </message>
    <message>
        <source>Gives the model passages of the chat&apos;s documents that match your message, and cites them in the reply.</source>
        <translation>Da al modelo los pasajes de los documentos del chat que corresponden a tu mensaje y los cita en la respuesta.</translation>
    </message>
    <message>
        <source>Global shortcut</source>
        <translation>Atajo global</translation>
    </message>
    <message>
        <source>How far the temperature varies with the model&apos;s uncertainty. 0 keeps it fixed.</source>
        <translation>Cuánto varía la temperatura con la incertidumbre del modelo. Con 0 es fija.</translation>
    </message>
    <message>
        <source>How many recent tokens these three penalties consider; -1 for all.</source>
        <translation>Cuántos tokens recientes consideran estas tres penalizaciones; -1 para todos.</translation>
    </message>
    <message>
        <source>How many recent tokens to search for repeated phrases; -1 for all.</source>
        <translation>En cuántos tokens recientes se buscan frases repetidas; -1 para todos.</translation>
    </message>
    <message>
        <source>How much the model reasons, if supported. Auto: model default.</source>
        <translation>Cuánto razona el modelo, si lo admite. Auto: valor predeterminado del modelo.</translation>
    </message>
    <message>
        <source>How much the penalty grows with each repeated word.</source>
        <translation>Cuánto crece la penalización con cada palabra repetida.</translation>
    </message>
    <message>
        <source>How often the likeliest words are skipped (XTC) so that less common ones get a chance.</source>
        <translation>Con qué frecuencia se omiten las palabras más probables (XTC) para dar una oportunidad a otras menos comunes.</translation>
    </message>
    <message>
        <source>How quickly Mirostat adapts.</source>
        <translation>Rapidez con la que se adapta Mirostat.</translation>
    </message>
    <message>
        <source>How strongly to avoid repeated phrases (DRY). 0 turns this off.</source>
        <translation>Con qué fuerza se evitan las frases repetidas (DRY). Con 0 se desactiva.</translation>
    </message>
    <message>
        <source>How surprising the text should be. Lower is plainer.</source>
        <translation>Cuánto debe sorprender el texto. Con menos, es más sencillo.</translation>
    </message>
    <message>
        <source>If a compaction would leave fewer of the next 100 words unchanged, Longthread compacts less, as long as that frees enough space. 0 for no limit.</source>
        <translation>Cuántas de las próximas 100 palabras deben quedar sin cambios como mínimo. Si son menos, Longthread compacta menos, siempre que así libere suficiente espacio. 0 para no poner límite.</translation>
    </message>
    <message>
        <source>If prepared documents need more space, the least recently used are deleted and prepared again when needed.</source>
        <translation>Si los documentos preparados necesitan más espacio, se eliminan los que llevan más tiempo sin usarse y se preparan de nuevo cuando hagan falta.</translation>
    </message>
    <message>
        <source>If saved states need more space, the least recently used are deleted and Longthread rereads those chats when you open them. Automatic is a tenth of the free space, at most 20 GB.</source>
        <translation>Si los estados guardados necesitan más espacio, se eliminan los que llevan más tiempo sin usarse y Longthread relee esos chats al abrirlos. Automático es una décima parte del espacio libre, como máximo 20 GB.</translation>
    </message>
    <message>
        <source>Instructions at the start of every new chat. They are never compacted.</source>
        <translation>Instrucciones al principio de cada chat nuevo. Nunca se compactan.</translation>
    </message>
    <message>
        <source>Interface language. Applies after restart; the model replies in the language you write in.</source>
        <translation>Idioma de la interfaz. Se aplica al reiniciar; el modelo responde en el idioma en el que escribes.</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>Escala de la interfaz</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>Tipo de caché KV</translation>
    </message>
    <message>
        <source>Keep recent tokens</source>
        <translation>Conservar tokens recientes</translation>
    </message>
    <message>
        <source>Keeps how likely each token of a reply was, and what else could have stood in its place. A button below the reply shows this.</source>
        <translation>Guarda lo probable que era cada token de una respuesta y qué otros podrían haber estado en su lugar. Se muestra con un botón debajo de la respuesta.</translation>
    </message>
    <message>
        <source>Keeps the text evenly surprising instead of limiting the choice. Replaces top k, top p and similar limits.</source>
        <translation>Mantiene el texto igual de sorprendente en lugar de limitar la elección. Sustituye a top k, top p y límites similares.</translation>
    </message>
    <message>
        <source>Keeps words about as surprising as the model expects, up to this share. 100 % for all.</source>
        <translation>Conserva las palabras que sorprenden más o menos como espera el modelo, hasta este porcentaje. 100&#xa0;% para todas.</translation>
    </message>
    <message>
        <source>Keeps words within this many standard deviations of the likeliest. 0 for all.</source>
        <translation>Conserva las palabras a esta distancia máxima de la más probable, en desviaciones típicas. 0 para todas.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Length and stopping</source>
        <translation>Longitud y final</translation>
    </message>
    <message>
        <source>Load a chat&apos;s model</source>
        <translation>Cargar el modelo de un chat</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Maximum reply length</source>
        <translation>Longitud máx. de respuesta</translation>
    </message>
    <message>
        <source>Maximum size of the KV cache.</source>
        <translation>Tamaño máximo de la caché KV.</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Minimum unchanged words</source>
        <translation>Palabras sin cambios (mínimo)</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Mirostat speed</source>
        <translation>Ritmo de Mirostat</translation>
    </message>
    <message>
        <source>Mirostat surprise</source>
        <translation>Sorpresa de Mirostat</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Model layers that run on the GPU, 0 for none. Automatic: as many as fit.</source>
        <translation>Capas del modelo que se ejecutan en la GPU, 0 para ninguna. Automático: todas las que quepan.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Animaciones</translation>
    </message>
    <message>
        <source>Notify when a reply is ready</source>
        <translation>Avisar cuando haya una respuesta</translation>
    </message>
    <message>
        <source>Number format of the KV cache. q8_0 needs half of f16 with almost no loss; q5_0 and q4_0 need a third and lose some quality.</source>
        <translation>Formato numérico de la caché KV. q8_0 necesita la mitad que f16 casi sin pérdida; q5_0 y q4_0 necesitan un tercio y pierden algo de calidad.</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Otros equipos</translation>
    </message>
    <message>
        <source>Output format</source>
        <translation>Formato de salida</translation>
    </message>
    <message>
        <source>Passages for your message also come from facts about the people and things you name, and from facts linked with those.</source>
        <translation>Los pasajes para tu mensaje también salen de datos sobre las personas y cosas que nombras, y de datos relacionados con ellas.</translation>
    </message>
    <message>
        <source>Passages from documents</source>
        <translation>Pasajes de documentos</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>Tramo penalizado</translation>
    </message>
    <message>
        <source>Phrase penalty</source>
        <translation>Penalizar frases</translation>
    </message>
    <message>
        <source>Phrase penalty growth</source>
        <translation>Aumento por palabra repetida</translation>
    </message>
    <message>
        <source>Phrase search range</source>
        <translation>Tramo de búsqueda de frases</translation>
    </message>
    <message>
        <source>Phrases up to this length may repeat.</source>
        <translation>Las frases de hasta esta longitud pueden repetirse.</translation>
    </message>
    <message>
        <source>Picks from the k likeliest words. 0 for all.</source>
        <translation>Elige entre las k palabras más probables. 0 para todas.</translation>
    </message>
    <message>
        <source>Picks from the likeliest words that together reach this share.</source>
        <translation>Elige entre las palabras más probables que juntas alcanzan este porcentaje.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Energía</translation>
    </message>
    <message>
        <source>Prepare documents</source>
        <translation>Preparar documentos</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Penalizar presencia</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Puts as many layers as fit on computers that lend their RAM or VRAM, for models that are too large for this one. Replies are slower over the network.</source>
        <translation>Pone todas las capas posibles en equipos que prestan su RAM o VRAM, para modelos demasiado grandes para este. Las respuestas son más lentas a través de la red.</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>Nivel de razonamiento</translation>
    </message>
    <message>
        <source>Reasoning in context</source>
        <translation>Razonamiento en el contexto</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>Penalizar repetición</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Repetición</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>Respuestas</translation>
    </message>
    <message>
        <source>Replies end before any of these texts appears. Write \n for a new line.</source>
        <translation>Las respuestas terminan antes de que aparezca uno de estos textos. Escribe \n para una línea nueva.</translation>
    </message>
    <message>
        <source>Replies stop at this length. You can continue them.</source>
        <translation>Las respuestas se detienen en esta longitud. Puedes continuarlas.</translation>
    </message>
    <message>
        <source>Required for compaction and smaller KV cache types. Auto: best choice for your device.</source>
        <translation>Necesario para compactar y para tipos de caché KV más pequeños. Auto: lo mejor para tu dispositivo.</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>Reserva para la respuesta</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Muestreo</translation>
    </message>
    <message>
        <source>Save power on battery</source>
        <translation>Ahorrar energía con batería</translation>
    </message>
    <message>
        <source>Schema or grammar</source>
        <translation>Esquema o gramática</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Send with Enter</source>
        <translation>Enviar con Intro</translation>
    </message>
    <message>
        <source>Set the context size in tokens, in MB, or as a share of free RAM and VRAM. Applies the next time a model is loaded.</source>
        <translation>Tamaño del contexto en tokens, en MB o como porcentaje de la RAM y VRAM libres. Se aplica al cargar un modelo.</translation>
    </message>
    <message>
        <source>Share of the RAM and VRAM that is free when no model is loaded.</source>
        <translation>Porcentaje de la RAM y VRAM que está libre sin ningún modelo cargado.</translation>
    </message>
    <message>
        <source>Share of the context in use after compaction. Lower frees more space but keeps less detail.</source>
        <translation>Porcentaje del contexto en uso tras la compactación. Con menos se libera más espacio, pero se conserva menos detalle.</translation>
    </message>
    <message>
        <source>Share of the context in use at which compaction starts.</source>
        <translation>Porcentaje del contexto en uso a partir del cual empieza la compactación.</translation>
    </message>
    <message>
        <source>Share of the layers on each GPU, such as 3, 1. Leave empty to split by free VRAM.</source>
        <translation>Parte de las capas en cada GPU, por ejemplo 3, 1. Vacío: se reparten según la VRAM libre.</translation>
    </message>
    <message>
        <source>Show one line that opens when you click it or when the context is being read or compacted, or always show the details.</source>
        <translation>Muestra una línea que se abre con un clic o cuando se lee o compacta el contexto, o siempre todos los detalles.</translation>
    </message>
    <message>
        <source>Shows an icon if the system has a tray. Closing the window still quits.</source>
        <translation>Muestra un icono si el sistema tiene bandeja. Al cerrar la ventana, Longthread se cierra igualmente.</translation>
    </message>
    <message>
        <source>Size of text, buttons and images in the whole window. Applies after restart.</source>
        <translation>Tamaño del texto, los botones y las imágenes en toda la ventana. Se aplica al reiniciar.</translation>
    </message>
    <message>
        <source>Size of the text in messages and in the message field.</source>
        <translation>Tamaño del texto en los mensajes y en el campo de mensaje.</translation>
    </message>
    <message>
        <source>Skip likely words</source>
        <translation>Omitir palabras probables</translation>
    </message>
    <message>
        <source>Skip threshold</source>
        <translation>Umbral de omisión</translation>
    </message>
    <message>
        <source>Skips words less likely than this share of the likeliest.</source>
        <translation>Omite las palabras menos probables que este porcentaje de la más probable.</translation>
    </message>
    <message>
        <source>Space between lines, messages and chats.</source>
        <translation>Espacio entre líneas, mensajes y chats.</translation>
    </message>
    <message>
        <source>Space for documents</source>
        <translation>Espacio para documentos</translation>
    </message>
    <message>
        <source>Space for passages</source>
        <translation>Espacio para pasajes</translation>
    </message>
    <message>
        <source>Space for saved states</source>
        <translation>Espacio para estados guardados</translation>
    </message>
    <message>
        <source>Spelling languages</source>
        <translation>Idiomas del corrector</translation>
    </message>
    <message>
        <source>Split across GPUs</source>
        <translation>Reparto entre GPU</translation>
    </message>
    <message>
        <source>Start compacting at</source>
        <translation>Compactar a partir de</translation>
    </message>
    <message>
        <source>Stay awake while working</source>
        <translation>No suspender mientras trabaja</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>Modo sin conexión</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>Secuencias de parada</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>Curva de temperatura</translation>
    </message>
    <message>
        <source>Temperature range</source>
        <translation>Rango de temperatura</translation>
    </message>
    <message>
        <source>Text leaves replies free. JSON, a JSON schema or a grammar structures the reply, but not the reasoning.</source>
        <translation>Texto deja libres las respuestas. JSON, un esquema JSON o una gramática estructuran la respuesta, pero no el razonamiento.</translation>
    </message>
    <message>
        <source>The model also lists who and what your chats are about, when it&apos;s idle. When you turn this off, facts from chats are deleted.</source>
        <translation>En reposo, el modelo también anota de quién y de qué tratan tus chats. Al desactivarlo, se eliminan los datos extraídos de los chats.</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your chats&apos; documents and how they&apos;re linked, when it&apos;s idle. Code is left out.</source>
        <translation>En reposo, el modelo anota las personas, organizaciones y lugares de los documentos de tus chats y cómo se relacionan. El código se excluye.</translation>
    </message>
    <message>
        <source>The model names a chat after its first reply, when it&apos;s idle. When off, the first line of your message is the title.</source>
        <translation>El modelo pone nombre a un chat tras su primera respuesta, cuando está en reposo. Si se desactiva, el título es la primera línea de tu mensaje.</translation>
    </message>
    <message>
        <source>The most recent tokens of a chat, kept in full detail.</source>
        <translation>Los tokens más recientes de un chat, conservados con todo detalle.</translation>
    </message>
    <message>
        <source>The most that passages may add to a message. More gives the model more to go by but fills the context sooner.</source>
        <translation>Lo máximo que los pasajes pueden añadir a un mensaje. Con más, el modelo tiene más en que basarse, pero el contexto se llena antes.</translation>
    </message>
    <message>
        <source>The same seed gives the same reply. -1 picks a random seed.</source>
        <translation>La misma semilla da la misma respuesta. -1 elige una semilla al azar.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Hilos</translation>
    </message>
    <message>
        <source>Token details</source>
        <translation>Detalles de tokens</translation>
    </message>
    <message>
        <source>Token probabilities</source>
        <translation>Probabilidades de tokens</translation>
    </message>
    <message>
        <source>Tokens that fit before compaction starts. Automatic: as many as suit your computer and the model.</source>
        <translation>Tokens que caben antes de que empiece la compactación. Automático: tantos como convenga a tu equipo y al modelo.</translation>
    </message>
    <message>
        <source>Tokens that stay free for the next reply.</source>
        <translation>Tokens que quedan libres para la próxima respuesta.</translation>
    </message>
    <message>
        <source>Tokens the model reads at once. Smaller batches need less RAM or VRAM and read more slowly.</source>
        <translation>Tokens que el modelo lee a la vez. Los lotes más pequeños necesitan menos RAM o VRAM y se leen más despacio.</translation>
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
        <translation>Icono de bandeja</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Underlines words in your message that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>Subraya las palabras de tu mensaje que el diccionario de tu sistema no conoce.</translation>
    </message>
    <message>
        <source>Unload when idle</source>
        <translation>Liberar si no se usa</translation>
    </message>
    <message>
        <source>Use other computers</source>
        <translation>Usar otros equipos</translation>
    </message>
    <message>
        <source>Use reasoning</source>
        <translation>Usar razonamiento</translation>
    </message>
    <message>
        <source>When models are idle, they prepare the documents of your chats, so that chats have all of them in view. When off, only matching passages are used.</source>
        <translation>En reposo, los modelos preparan los documentos de tus chats para que los chats los tengan enteros a la vista. Si se desactiva, solo se usan los pasajes que corresponden.</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Con el contexto lleno</translation>
    </message>
    <message>
        <source>When you open a chat that was last used with another model: ask whether to load that model, always load it, or stay with the current model.</source>
        <translation>Al abrir un chat que se usó por última vez con otro modelo: preguntar si se carga ese modelo, cargarlo siempre o seguir con el actual.</translation>
    </message>
    <message>
        <source>Whether reasoning stays in the context after the reply; you can always read it. Auto: model default.</source>
        <translation>Indica si el razonamiento sigue en el contexto tras la respuesta; siempre puedes leerlo. Auto: valor predeterminado del modelo.</translation>
    </message>
    <message>
        <source>Whether the model reasons before it replies, if supported. Auto: model default.</source>
        <translation>Indica si el modelo razona antes de responder, cuando lo admite. Auto: valor predeterminado del modelo.</translation>
    </message>
    <message>
        <source>While your computer runs on battery, Longthread doesn&apos;t prepare documents, collect facts, measure models or refine compactions, unless you ask it to.</source>
        <translation>Mientras tu equipo funciona con batería, Longthread no prepara documentos, no extrae datos, no mide modelos ni refina compactaciones, a menos que se lo pidas.</translation>
    </message>
    <message>
        <source>Words at least this likely can be skipped; one of them always stays.</source>
        <translation>Se pueden omitir las palabras con al menos esta probabilidad; siempre queda una de ellas.</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Workers</translation>
    </message>
    <message>
        <source>Your computer doesn&apos;t go to sleep automatically while a reply is written, or a model is downloaded or measured.</source>
        <translation>Tu equipo no se suspende por sí solo mientras se escribe una respuesta o se descarga o mide un modelo.</translation>
    </message>
    <message>
        <source>of 100</source>
        <translation>de 100</translation>
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
            <numerusform>Sobra %Ln carácter. Longthread conserva el texto anterior.</numerusform>
            <numerusform>Sobran %Ln caracteres. Longthread conserva el texto anterior.</numerusform>
        </translation>
    </message>
    <message>
        <source>All sections</source>
        <translation>Todas las secciones</translation>
    </message>
    <message>
        <source>Change “{label}” to use this.</source>
        <translation>Cambia «{label}» para usar esto.</translation>
    </message>
    <message>
        <source>Increase “{label}” to use this.</source>
        <translation>Aumenta «{label}» para usar esto.</translation>
    </message>
    <message>
        <source>No matching settings.</source>
        <translation>Ningún ajuste coincide.</translation>
    </message>
    <message>
        <source>Reset “{label}” to its default</source>
        <translation>Restablecer «{label}»</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Buscar en los ajustes</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Sección</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Secciones</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Turn on “{label}” to use this.</source>
        <translation>Activa «{label}» para usar esto.</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Backspace removes the shortcut. Esc cancels.</source>
        <translation>Retroceso quita el atajo. Esc cancela.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Click a shortcut to change it. Changes apply immediately.</source>
        <translation>Haz clic en un atajo para cambiarlo. Los cambios se aplican al momento.</translation>
    </message>
    <message>
        <source>Fixed shortcuts</source>
        <translation>Atajos fijos</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>No matching shortcuts.</source>
        <translation>Ningún atajo coincide.</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>Pulsa las teclas…</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>Reasignar</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Restablecer todo</translation>
    </message>
    <message>
        <source>Reset “{action}” to its default shortcut</source>
        <translation>Restablecer el atajo de «{action}»</translation>
    </message>
    <message>
        <source>Search by name or keys</source>
        <translation>Buscar por nombre o teclas</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>Buscar atajos</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>“{other}” already uses {keys}.</source>
        <translation>«{other}» ya usa {keys}.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln chat</numerusform>
            <numerusform>%Ln chats</numerusform>
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
        <translation>Actividad</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Anular selección</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Crear</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>Draft: {words}</source>
        <translation>Borrador: {words}</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplicar</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>Exportar todos los chats</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>Exportar chats</translation>
    </message>
    <message>
        <source>Exporting to {name}</source>
        <translation>Exportando a {name}</translation>
    </message>
    <message>
        <source>Folder settings…</source>
        <translation>Ajustes de la carpeta…</translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation>
            <numerusform>Carpeta {name}, %Ln chat, {state}</numerusform>
            <numerusform>Carpeta {name}, %Ln chats, {state}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in %Ln message(s)</source>
        <translation>
            <numerusform>Encontrado en %Ln mensaje</numerusform>
            <numerusform>Encontrado en %Ln mensajes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in more than %Ln message(s)</source>
        <translation>
            <numerusform>Encontrado en más de %Ln mensaje</numerusform>
            <numerusform>Encontrado en más de %Ln mensajes</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>Importar chats de un archivo…</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>Importar chats de una carpeta…</translation>
    </message>
    <message>
        <source>Importing {name}</source>
        <translation>Importando {name}</translation>
    </message>
    <message>
        <source>JSON with all versions…</source>
        <translation>JSON con todas las versiones…</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>Conocimiento</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown…</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Models run on this computer, unless you switch on “Use other computers”. Longthread uses the network only for what you ask it to do.</source>
        <translation>Los modelos se ejecutan en este equipo, salvo que actives «Usar otros equipos». Longthread solo usa la red para lo que tú le pides.</translation>
    </message>
    <message>
        <source>More: folders, import, export</source>
        <translation>Más: carpetas, importar, exportar</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to trash</source>
        <translation>
            <numerusform>Mover %Ln chat a la papelera</numerusform>
            <numerusform>Mover %Ln chats a la papelera</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Mover a</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>Mover a la papelera</translation>
    </message>
    <message>
        <source>Move, export and more</source>
        <translation>Mover, exportar y más</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>New chat in folder</source>
        <translation>Nuevo chat en la carpeta</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nueva carpeta…</translation>
    </message>
    <message>
        <source>No chats yet.
Your chats appear here.</source>
        <translation>Aún no hay chats.
Tus chats aparecen aquí.</translation>
    </message>
    <message>
        <source>No results for “{searched}”.
Results contain every word, in any order.</source>
        <translation>Sin resultados para «{searched}».
Los resultados contienen todas las palabras, en cualquier orden.</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>Anteriores</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>En línea</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>Abrir en otra ventana</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijados</translation>
    </message>
    <message>
        <source>Printing on {name}</source>
        <translation>Imprimiendo en {name}</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privado</translation>
    </message>
    <message>
        <source>Remove folder, keep chats</source>
        <translation>Quitar carpeta, conservar chats</translation>
    </message>
    <message>
        <source>Remove from folder</source>
        <translation>Quitar de la carpeta</translation>
    </message>
    <message>
        <source>Remove from folders</source>
        <translation>Quitar de las carpetas</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Renombrar chat</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>Renombrar carpeta</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Buscar en los chats</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Buscar en títulos y mensajes</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>Esta semana</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Desfijar</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>lista contraída</translation>
    </message>
    <message>
        <source>context {share} full</source>
        <translation>contexto al {share}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vacía</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>lista expandida</translation>
    </message>
    <message>
        <source>new reply</source>
        <translation>respuesta nueva</translation>
    </message>
    <message>
        <source>not loaded yet</source>
        <translation>aún sin cargar</translation>
    </message>
    <message>
        <source>partly compacted</source>
        <translation>compactado en parte</translation>
    </message>
    <message>
        <source>writing a reply</source>
        <translation>escribiendo una respuesta</translation>
    </message>
    <message>
        <source>{chosen} selected</source>
        <translation>Seleccionados: {chosen}</translation>
    </message>
    <message numerus="yes">
        <source>{share} · %Ln chat(s)</source>
        <translation>
            <numerusform>{share} · %Ln chat</numerusform>
            <numerusform>{share} · %Ln chats</numerusform>
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
        <translation>No se puede leer esto en voz alta.</translation>
    </message>
    <message>
        <source>Check the speech settings of your system.</source>
        <translation>Comprueba los ajustes de voz de tu sistema.</translation>
    </message>
</context>
<context>
    <name>Spelling</name>
    <message>
        <source>Add to dictionary</source>
        <translation>Añadir al diccionario</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Sin sugerencias</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Already open</source>
        <translation>Ya está abierto</translation>
    </message>
    <message>
        <source>Can&apos;t open your chats</source>
        <translation>No se pueden abrir tus chats</translation>
    </message>
    <message>
        <source>Can&apos;t use the data folder</source>
        <translation>No se puede usar la carpeta de datos</translation>
    </message>
    <message>
        <source>Choose another folder with --data.</source>
        <translation>Elige otra carpeta con --data.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Longthread can&apos;t use {folder} ({problem}).</source>
        <translation>Longthread no puede usar {folder} ({problem}).</translation>
    </message>
    <message>
        <source>Longthread quit unexpectedly twice during startup, so it started in safe mode.</source>
        <translation>Longthread se cerró de forma inesperada dos veces durante el inicio y se ha iniciado en modo seguro.</translation>
    </message>
    <message>
        <source>Longthread started in safe mode, without loading a model or opening a chat.</source>
        <translation>Longthread se ha iniciado en modo seguro, sin cargar ningún modelo ni abrir ningún chat.</translation>
    </message>
    <message>
        <source>Your chats and models are safe. Open a chat, load a model, or start normally.</source>
        <translation>Tus chats y modelos están a salvo. Abre un chat, carga un modelo o inicia Longthread normalmente.</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>Decrease {label}</source>
        <translation>Reducir {label}</translation>
    </message>
    <message>
        <source>Increase {label}</source>
        <translation>Aumentar {label}</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Reading this chat again ({n} tokens) may take a few minutes.</source>
        <translation>Releer este chat ({n} tokens) puede tardar unos minutos.</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} minutes.</source>
        <translation>Releer este chat tarda unos {n} minutos.</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} seconds.</source>
        <translation>Releer este chat tarda unos {n} segundos.</translation>
    </message>
    <message>
        <source>Switch model</source>
        <translation>Cambiar de modelo</translation>
    </message>
    <message numerus="yes">
        <source>This interrupts the reply in %Ln chat(s).</source>
        <translation>
            <numerusform>Esto interrumpe la respuesta en %Ln chat.</numerusform>
            <numerusform>Esto interrumpe las respuestas en %Ln chats.</numerusform>
        </translation>
    </message>
    <message>
        <source>Use {model} in this chat?</source>
        <translation>¿Usar {model} en este chat?</translation>
    </message>
    <message>
        <source>You can go back to {model} at any time: its saved state is kept.</source>
        <translation>Puedes volver a {model} cuando quieras: su estado guardado se conserva.</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln found through linked facts</source>
        <translation>
            <numerusform>%Ln encontrado por datos relacionados</numerusform>
            <numerusform>%Ln encontrados por datos relacionados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln pasaje</numerusform>
            <numerusform>%Ln pasajes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reasoning token(s) not kept in context</source>
        <translation>
            <numerusform>%Ln token de razonamiento fuera del contexto</numerusform>
            <numerusform>%Ln tokens de razonamiento fuera del contexto</numerusform>
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
        <translation>, en la parte compactada</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0,1&#xa0;%</translation>
    </message>
    <message>
        <source>Attached: {words}</source>
        <translation>Adjunto: {words}</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Ramificar desde aquí</translation>
    </message>
    <message>
        <source>Can&apos;t save the file there ({problem}).</source>
        <translation>No se puede guardar el archivo ahí ({problem}).</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Chat messages</source>
        <translation>Mensajes del chat</translation>
    </message>
    <message>
        <source>Chat scroll bar</source>
        <translation>Barra de desplazamiento del chat</translation>
    </message>
    <message>
        <source>Choose another location.</source>
        <translation>Elige otra ubicación.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Code.</source>
        <comment>read aloud instead of a code block</comment>
        <translation>Código.</translation>
    </message>
    <message>
        <source>Context full</source>
        <translation>Contexto lleno</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>Continuar respuesta</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Copiar como Markdown</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copiar código</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Copiar enlace</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Copiar mensaje</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Copiar mensaje como Markdown</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Copiar tabla</translation>
    </message>
    <message>
        <source>Delete this message and all that follow</source>
        <translation>Eliminar este mensaje y todos los siguientes</translation>
    </message>
    <message>
        <source>Don&apos;t wrap lines</source>
        <translation>No ajustar líneas</translation>
    </message>
    <message>
        <source>Edit discarded.</source>
        <translation>Edición descartada.</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>Editar mensaje</translation>
    </message>
    <message>
        <source>Edit reply</source>
        <translation>Editar respuesta</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>Editar tu mensaje</translation>
    </message>
    <message>
        <source>Edited {place}</source>
        <translation>Edición {place}</translation>
    </message>
    <message>
        <source>Error: {text} {hint}</source>
        <translation>Error: {text} {hint}</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>Buscar en el chat</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>Error de ajuste por capa</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Fórmula</translation>
    </message>
    <message>
        <source>Generate reply</source>
        <translation>Generar respuesta</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>Gramática</translation>
    </message>
    <message>
        <source>Hide probabilities</source>
        <translation>Ocultar probabilidades</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpida</translation>
    </message>
    <message>
        <source>Interrupted when Longthread was closed</source>
        <translation>Interrumpida al cerrar Longthread</translation>
    </message>
    <message>
        <source>Interrupted when a model was loaded</source>
        <translation>Interrumpida al cargar un modelo</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>Esquema JSON</translation>
    </message>
    <message>
        <source>Link to {address}</source>
        <translation>Enlace a {address}</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Versión siguiente</translation>
    </message>
    <message>
        <source>Point at a token to see what else could have stood there.</source>
        <translation>Señala un token para ver qué otros podrían haber estado ahí.</translation>
    </message>
    <message>
        <source>Press Enter to view {name}.</source>
        <translation>Pulsa Intro para ver {name}.</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Versión anterior</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>En cola</translation>
    </message>
    <message>
        <source>Read all messages again. They have to fit into the context.</source>
        <translation>Releer todos los mensajes. Tienen que caber en el contexto.</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>Leer en voz alta</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>Leer de todos modos</translation>
    </message>
    <message>
        <source>Read selection aloud</source>
        <translation>Leer selección en voz alta</translation>
    </message>
    <message>
        <source>Reasoned for {time}</source>
        <translation>Razonó durante {time}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Reasoning…</source>
        <translation>Razonando…</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Regenerar</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Reply limit reached</source>
        <translation>Límite de respuesta alcanzado</translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation>Respuesta: {text}</translation>
    </message>
    <message>
        <source>Restore full detail. Rereading may take a while.</source>
        <translation>Restaurar con todo detalle. Releer puede tardar un rato.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Save and ask again</source>
        <translation>Guardar y volver a preguntar</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>Guardar código</translation>
    </message>
    <message>
        <source>Save code to file</source>
        <translation>Guardar código en un archivo</translation>
    </message>
    <message>
        <source>Scroll to end</source>
        <translation>Ir al final</translation>
    </message>
    <message>
        <source>Select all in chat</source>
        <translation>Seleccionar todo el chat</translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>Mostrar %Ln carácter</numerusform>
            <numerusform>Mostrar los %Ln caracteres</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln row(s)</source>
        <translation>
            <numerusform>Mostrar %Ln fila</numerusform>
            <numerusform>Mostrar las %Ln filas</numerusform>
        </translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Show probabilities</source>
        <translation>Mostrar probabilidades</translation>
    </message>
    <message>
        <source>Show these messages to the model again</source>
        <translation>Volver a mostrar estos mensajes al modelo</translation>
    </message>
    <message>
        <source>Show {more} more of {rows} rows</source>
        <translation>Mostrar otras {more} de {rows} filas</translation>
    </message>
    <message>
        <source>Source: {words}</source>
        <translation>Fuente: {words}</translation>
    </message>
    <message>
        <source>Sources: {words}</source>
        <translation>Fuentes: {words}</translation>
    </message>
    <message>
        <source>Stop reading aloud</source>
        <translation>Detener la lectura</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Structured output: {name}</source>
        <translation>Salida estructurada: {name}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabla</translation>
    </message>
    <message>
        <source>The engine stopped during the reply</source>
        <translation>El motor se detuvo durante la respuesta</translation>
    </message>
    <message>
        <source>The left and right arrows go from token to token.</source>
        <translation>Las flechas izquierda y derecha van de token en token.</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>La respuesta ha fallado.</translation>
    </message>
    <message>
        <source>Tinted where the model was unsure. Probabilities are the model&apos;s own, before the sampling settings.</source>
        <translation>Sombreado donde el modelo dudaba. Las probabilidades son las del propio modelo, antes de los ajustes de muestreo.</translation>
    </message>
    <message>
        <source>Tokens of the reply</source>
        <translation>Tokens de la respuesta</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo last</source>
        <translation>Deshacer la última</translation>
    </message>
    <message>
        <source>Undo this compaction</source>
        <translation>Deshacer esta compactación</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>Esperando un modelo</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>Ajustar líneas largas</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Tú</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Tu mensaje</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>contraído</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>expandido</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>sin coincidencias</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>página {number}</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>buscando…</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place} de {total}</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>primer token en {time}</translation>
    </message>
    <message>
        <source>{token} · others: {others}</source>
        <translation>{token} · otros: {others}</translation>
    </message>
    <message>
        <source>{why} · the model hasn&apos;t read this message</source>
        <translation>{why} · el modelo no ha leído este mensaje</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln chat</numerusform>
            <numerusform>%Ln chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln archivo</numerusform>
            <numerusform>%Ln archivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln images aren&apos;t in the export, only their names.</source>
        <translation>
            <numerusform>%Ln imagen no está en la exportación, solo su nombre.</numerusform>
            <numerusform>%Ln imágenes no están en la exportación, solo sus nombres.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln mensaje</numerusform>
            <numerusform>%Ln mensajes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln empty folder(s).</source>
        <translation>
            <numerusform>Se ha añadido %Ln carpeta vacía.</numerusform>
            <numerusform>Se han añadido %Ln carpetas vacías.</numerusform>
        </translation>
    </message>
    <message>
        <source>Already here: {known} of {chats}.</source>
        <translation>Ya estaban aquí: {known} de {chats}.</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
    <message>
        <source>Chat sent to {name}.</source>
        <translation>Chat enviado a {name}.</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chat(s) to {name}.</source>
        <translation>
            <numerusform>%Ln chat exportado a {name}.</numerusform>
            <numerusform>%Ln chats exportados a {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chat(s) with {messages}.</source>
        <translation>
            <numerusform>%Ln chat importado con {messages}.</numerusform>
            <numerusform>%Ln chats importados con {messages}.</numerusform>
        </translation>
    </message>
    <message>
        <source>No new chats.</source>
        <translation>No hay chats nuevos.</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln non-text item(s).</source>
        <translation>
            <numerusform>Se ha omitido %Ln elemento sin texto.</numerusform>
            <numerusform>Se han omitido %Ln elementos sin texto.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln oversized chat(s): {names}.</source>
        <translation>
            <numerusform>Se ha omitido %Ln chat demasiado grande: {names}.</numerusform>
            <numerusform>Se han omitido %Ln chats demasiado grandes: {names}.</numerusform>
        </translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Prompt del sistema</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Tú</translation>
    </message>
    <message>
        <source>an image, not in this file: {name}</source>
        <translation>imagen no incluida en este archivo: {name}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vacío</translation>
    </message>
    <message>
        <source>stopped here</source>
        <translation>detenida aquí</translation>
    </message>
    <message numerus="yes">
        <source>“{name}” is damaged: recovered %Ln message(s).</source>
        <translation>
            <numerusform>«{name}» está dañado: se ha recuperado %Ln mensaje.</numerusform>
            <numerusform>«{name}» está dañado: se han recuperado %Ln mensajes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%Ln day(s) left</source>
        <translation>
            <numerusform>queda %Ln día</numerusform>
            <numerusform>quedan %Ln días</numerusform>
        </translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats in trash</source>
        <translation>Chats en la papelera</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>Eliminar definitivamente…</translation>
    </message>
    <message>
        <source>Delete {number} permanently…</source>
        <translation>Eliminar {number} definitivamente…</translation>
    </message>
    <message>
        <source>Empty trash…</source>
        <translation>Vaciar papelera…</translation>
    </message>
    <message numerus="yes">
        <source>Longthread keeps chats here for %Ln day(s), then deletes them permanently.</source>
        <translation>
            <numerusform>Longthread conserva aquí los chats durante %Ln día y luego los elimina definitivamente.</numerusform>
            <numerusform>Longthread conserva aquí los chats durante %Ln días y luego los elimina definitivamente.</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Restaurar todo</translation>
    </message>
    <message>
        <source>Restore {number}</source>
        <translation>Restaurar {number}</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>La papelera está vacía</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message numerus="yes">
        <source>You can restore a chat for %Ln day(s) after moving it to the trash.</source>
        <translation>
            <numerusform>Un chat se puede restaurar durante %Ln día después de moverlo a la papelera.</numerusform>
            <numerusform>Un chat se puede restaurar durante %Ln días después de moverlo a la papelera.</numerusform>
        </translation>
    </message>
    <message>
        <source>expires today</source>
        <translation>se elimina hoy</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Asks Longthread&apos;s release page once a week. Nothing is installed without you.</source>
        <translation>Consulta una vez por semana la página de versiones de Longthread. No se instala nada sin tu permiso.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Buscar actualizaciones</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>Buscar actualizaciones cada semana</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Progreso de la descarga</translation>
    </message>
    <message>
        <source>Downloaded and verified. Quit Longthread before you install it.</source>
        <translation>Descargada y verificada. Sal de Longthread antes de instalarla.</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>Instalar…</translation>
    </message>
    <message>
        <source>Last checked: {when}</source>
        <translation>Última comprobación: {when}</translation>
    </message>
    <message>
        <source>Longthread {version}</source>
        <translation>Longthread {version}</translation>
    </message>
    <message>
        <source>Longthread {version} is available</source>
        <translation>Longthread {version} está disponible</translation>
    </message>
    <message>
        <source>There is no package for your system.</source>
        <translation>No hay ningún paquete para tu sistema.</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>Esta es la versión más reciente.</translation>
    </message>
    <message>
        <source>{size} to download. You decide when to install it.</source>
        <translation>Descarga de {size}. Tú decides cuándo instalarla.</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add a model to get started</source>
        <translation>Añade un modelo para empezar</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>Añadir archivo de modelo…</translation>
    </message>
    <message>
        <source>Can&apos;t load {model}</source>
        <translation>No se puede cargar {model}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>Download a small model ({size})</source>
        <translation>Descargar un modelo pequeño ({size})</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Progreso de la descarga</translation>
    </message>
    <message>
        <source>Find larger models in the model library.</source>
        <translation>Encontrarás modelos más grandes en «Modelos».</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Buscar modelos</translation>
    </message>
    <message>
        <source>Load this model</source>
        <translation>Cargar este modelo</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>Cargar {model}</translation>
    </message>
    <message>
        <source>Loading {model}. You can start writing.</source>
        <translation>Cargando {model}. Ya puedes empezar a escribir.</translation>
    </message>
    <message>
        <source>Longthread keeps long chats alive: when the context fills up, it compacts it instead of forgetting, and every chat resumes instantly. Models run on this computer; nothing you write leaves it.</source>
        <translation>Longthread mantiene vivos los chats largos: cuando el contexto se llena, lo compacta en lugar de olvidar, y cada chat continúa al instante. Los modelos se ejecutan en este equipo; nada de lo que escribes sale de él.</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Models are .gguf files.</source>
        <translation>Los modelos son archivos .gguf.</translation>
    </message>
    <message>
        <source>Ready for your first message</source>
        <translation>Todo listo para tu primer mensaje</translation>
    </message>
    <message>
        <source>Select a model to load it and start chatting.</source>
        <translation>Elige un modelo para cargarlo y empezar a chatear.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>El modelo</translation>
    </message>
    <message>
        <source>This model is small: good for a first try, not for facts.</source>
        <translation>Este modelo es pequeño: sirve para una primera prueba, no para datos fiables.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Welcome to Longthread</source>
        <translation>Te damos la bienvenida a Longthread</translation>
    </message>
    <message>
        <source>What would you like to talk about?</source>
        <translation>¿De qué quieres hablar?</translation>
    </message>
    <message>
        <source>Write your first message now. The model replies after the download.</source>
        <translation>Escribe ya tu primer mensaje. El modelo responde después de la descarga.</translation>
    </message>
    <message>
        <source>{model} comes from {place} (license: {license}) and runs on any computer. You can also drop a .gguf file anywhere in this window; the file stays where it is.</source>
        <translation>{model} procede de {place} (licencia: {license}) y funciona en cualquier equipo. También puedes arrastrar un archivo .gguf a cualquier parte de esta ventana; el archivo se queda donde está.</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. The model doesn&apos;t support compaction: {why}</source>
        <translation>{model} conserva {n} tokens con todo detalle. El modelo no admite compactación: {why}</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. When the context fills up, Longthread compacts the older part instead of forgetting it.</source>
        <translation>{model} conserva {n} tokens con todo detalle. Cuando el contexto se llena, Longthread compacta la parte antigua en lugar de olvidarla.</translation>
    </message>
    <message>
        <source>{model} is unloaded. It loads again when you write.</source>
        <translation>{model} no está cargado. Se vuelve a cargar cuando escribes.</translation>
    </message>
    <message>
        <source>{model} stopped working</source>
        <translation>{model} ha dejado de funcionar</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Add model file</source>
        <translation>Añadir archivo de modelo</translation>
    </message>
    <message>
        <source>Added {name} to the library.</source>
        <translation>{name} se ha añadido a la biblioteca.</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Adjuntar archivos</translation>
    </message>
    <message>
        <source>Diagnostics saved.</source>
        <translation>Diagnóstico guardado.</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>Modelos GGUF (*.gguf);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Last reply copied.</source>
        <translation>Última respuesta copiada.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Reload the model to apply this change.</source>
        <translation>Recarga el modelo para aplicar este cambio.</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new language.</source>
        <translation>Reinicia Longthread para aplicar el nuevo idioma.</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new scale.</source>
        <translation>Reinicia Longthread para aplicar la nueva escala.</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>Guardar diagnóstico</translation>
    </message>
    <message>
        <source>Text (*.txt *.md *.csv *.log)</source>
        <translation>Texto (*.txt *.md *.csv *.log)</translation>
    </message>
    <message>
        <source>Text, code, PDF and Word (*)</source>
        <translation>Texto, código, PDF y Word (*)</translation>
    </message>
    <message>
        <source>Text, code, PDF, Word and images (*)</source>
        <translation>Texto, código, PDF, Word e imágenes (*)</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>El archivo se queda donde está.</translation>
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
        <translation>{path} no contiene texto de chat.</translation>
    </message>
</context>
<context>
    <name>Workers</name>
    <message>
        <source>One of these isn&apos;t an address.</source>
        <translation>Una de estas no es una dirección.</translation>
    </message>
    <message>
        <source>Workers have no password and no encryption: anyone in the network can read your chats on the way and use the worker. Enter only computers in a network you trust, or use a tunnel.</source>
        <translation>Los workers no tienen contraseña ni cifrado: cualquiera en la red puede leer tus chats por el camino y usar el worker. Indica solo equipos de una red en la que confíes o usa un túnel.</translation>
    </message>
</context>
</TS>
