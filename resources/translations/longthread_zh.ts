<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>添加模型文件…</translation>
    </message>
    <message>
        <source>Always send</source>
        <translation>始终发送</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>返回对话</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>对话设置</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>Close the page, search or edit; otherwise stop</source>
        <translation>关闭页面、搜索或编辑；否则停止</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Compact now…</source>
        <translation>立即压缩…</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>继续回复</translation>
    </message>
    <message>
        <source>Copy last reply</source>
        <translation>复制最后一条回复</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>创建对话副本</translation>
    </message>
    <message>
        <source>Export all chats as JSON…</source>
        <translation>将所有对话导出为 JSON…</translation>
    </message>
    <message>
        <source>Export all chats as Markdown…</source>
        <translation>将所有对话导出为 Markdown…</translation>
    </message>
    <message>
        <source>Export chat as JSON…</source>
        <translation>将对话导出为 JSON…</translation>
    </message>
    <message>
        <source>Export chat as Markdown…</source>
        <translation>将对话导出为 Markdown…</translation>
    </message>
    <message>
        <source>Export chat as PDF…</source>
        <translation>将对话导出为 PDF…</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>前往</translation>
    </message>
    <message>
        <source>Go to newest notice</source>
        <translation>前往最新通知</translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>从文件导入对话…</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>从文件夹导入对话…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>知识</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>本地服务器</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>模型库</translation>
    </message>
    <message>
        <source>Models and appearance</source>
        <translation>模型和外观</translation>
    </message>
    <message>
        <source>Move chat to trash</source>
        <translation>将对话移至回收站</translation>
    </message>
    <message>
        <source>Move selected chats to trash</source>
        <translation>将所选对话移至回收站</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>下一个对话</translation>
    </message>
    <message>
        <source>Next field or button; with Shift, previous</source>
        <translation>下一个输入框或按钮；加 Shift 为上一个</translation>
    </message>
    <message>
        <source>Next message</source>
        <translation>下一条消息</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>置顶或取消置顶对话</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>上一个对话</translation>
    </message>
    <message>
        <source>Previous message</source>
        <translation>上一条消息</translation>
    </message>
    <message>
        <source>Print chat…</source>
        <translation>打印对话…</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Quit Longthread</source>
        <translation>退出 Longthread</translation>
    </message>
    <message>
        <source>Read chat now</source>
        <translation>立即读取对话</translation>
    </message>
    <message>
        <source>Read last reply aloud, or stop</source>
        <translation>朗读最后一条回复，或停止朗读</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Rename selected chat or folder</source>
        <translation>重命名所选对话或文件夹</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已保存的提示词</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Send; with Shift, new line (swap in Settings)</source>
        <translation>发送；加 Shift 为换行（可在设置中对调）</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Show or hide context details</source>
        <translation>显示或隐藏上下文详情</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>显示或隐藏侧边栏</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: system</source>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>当前对话</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Turn “Stay offline” on or off</source>
        <translation>开启或关闭“保持离线”</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>撤销删除</translation>
    </message>
    <message>
        <source>Undo last compaction</source>
        <translation>撤销上次压缩</translation>
    </message>
    <message>
        <source>Unload model</source>
        <translation>卸载模型</translation>
    </message>
</context>
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln compaction(s)</source>
        <translation>
            <numerusform>%Ln 次压缩</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln 条回复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) back in full detail</source>
        <translation>
            <numerusform>%Ln 个 token 恢复为完整保留</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Chat loaded</source>
        <translation>对话已加载</translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Context over time</source>
        <translation>上下文变化</translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation>复制日志</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Engine log</source>
        <translation>引擎日志</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Includes versions, devices, settings, timings and logs, but no chat text.</source>
        <translation>包含版本、设备、设置、耗时和日志，不含对话内容。</translation>
    </message>
    <message>
        <source>KV cache used, in tokens</source>
        <translation>KV 缓存用量（token）</translation>
    </message>
    <message>
        <source>Model loaded</source>
        <translation>模型已加载</translation>
    </message>
    <message>
        <source>No activity in this chat yet.</source>
        <translation>此对话还没有活动。</translation>
    </message>
    <message>
        <source>No events yet.</source>
        <translation>还没有事件。</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>保存诊断信息…</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>日志为空。</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>当前对话</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>chat tokens</source>
        <translation>对话 token</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>from saved state</source>
        <translation>来自已保存的状态</translation>
    </message>
    <message>
        <source>nothing to restore</source>
        <translation>无需恢复</translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed} tok/s</source>
        <translation>
            <numerusform>读取 %Ln 个 token（{speed} tok/s）</numerusform>
        </translation>
    </message>
    <message>
        <source>reply limit reached</source>
        <translation>已达回复长度上限</translation>
    </message>
    <message>
        <source>reread</source>
        <translation>已重新读取</translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation>已手动停止</translation>
    </message>
    <message>
        <source>wrote {number} at {speed} tok/s</source>
        <translation>生成 {number} 个（{speed} tok/s）</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>压缩 {ratio}×</translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation>释放 {size}</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>首个 token 用时 {time}</translation>
    </message>
</context>
<context>
    <name>AddOn</name>
    <message>
        <source>Add-on progress</source>
        <translation>附加组件进度</translation>
    </message>
    <message>
        <source>CUDA add-on for NVIDIA cards</source>
        <translation>NVIDIA 显卡的 CUDA 附加组件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Check size…</source>
        <translation>检查大小…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Installed. Restart Longthread to use it.</source>
        <translation>已安装。重启 Longthread 即可使用。</translation>
    </message>
    <message>
        <source>This computer has an NVIDIA driver. With the add-on, models can run on the card. Experimental.</source>
        <translation>这台电脑装有 NVIDIA 驱动。安装附加组件后，模型可以在显卡上运行。实验性功能。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Unpacking…</source>
        <translation>正在解压…</translation>
    </message>
    <message>
        <source>{size} to download, {unpacked} on disk. You can delete it on the Privacy page.</source>
        <translation>下载 {size}，占用磁盘 {unpacked}。可在“隐私”页面删除。</translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) are already attached.</source>
        <translation>
            <numerusform>%Ln 个文件已在附件中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) not attached.</source>
        <translation>
            <numerusform>%Ln 个文件未能附加。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A message can have up to %Ln file(s).</source>
        <translation>
            <numerusform>一条消息最多可附加 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t attach %Ln file(s).</source>
        <translation>
            <numerusform>无法附加 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Load a model with a vision projector (mmproj), or describe the image.</source>
        <translation>请加载带视觉投影器 (mmproj) 的模型，或用文字描述图片。</translation>
    </message>
    <message>
        <source>No loaded model can see images.</source>
        <translation>已加载的模型都不支持图片。</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Word document</source>
        <translation>Word 文档</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>“{name}” is already attached.</source>
        <translation>“{name}”已在附件中。</translation>
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
        <translation>退出</translation>
    </message>
    <message>
        <source>Show Longthread</source>
        <translation>显示 Longthread</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>回复失败。</translation>
    </message>
    <message>
        <source>Your reply is ready.</source>
        <translation>回复已完成。</translation>
    </message>
</context>
<context>
    <name>Automatic</name>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln 个线程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Automatic ({value})</source>
        <translation>自动（{value}）</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Available when the model is idle</source>
        <translation>模型空闲时可用</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>不支持压缩：{why}</translation>
    </message>
    <message>
        <source>Drop a .gguf file into the window, or choose a model above.</source>
        <translation>将 .gguf 文件拖入窗口，或在上方选择模型。</translation>
    </message>
    <message>
        <source>Load a model to get a reply.</source>
        <translation>加载模型后即可获得回复。</translation>
    </message>
    <message>
        <source>Message {name}…</source>
        <translation>给 {name} 发消息…</translation>
    </message>
    <message>
        <source>Nothing to compact yet</source>
        <translation>暂无可压缩的内容</translation>
    </message>
    <message>
        <source>This chat was last used with {model}.</source>
        <translation>此对话上次使用的是 {model}。</translation>
    </message>
    <message>
        <source>To stay with {model}, send a message.</source>
        <translation>要继续使用 {model}，直接发送消息即可。</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>输入消息…</translation>
    </message>
    <message>
        <source>You can also drop a .gguf file into the window.</source>
        <translation>也可以将 .gguf 文件拖入窗口。</translation>
    </message>
</context>
<context>
    <name>ChatDocuments</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>附加文件…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Documents for this chat</source>
        <translation>此对话的文档</translation>
    </message>
    <message>
        <source>Found through linked facts</source>
        <translation>通过关联的事实找到</translation>
    </message>
    <message>
        <source>From the chat&apos;s folder</source>
        <translation>来自对话所在文件夹</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>管理文档…</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>打开 {name}</translation>
    </message>
    <message>
        <source>Passages given with this message</source>
        <translation>随此消息提供的段落</translation>
    </message>
    <message>
        <source>Remove {name} from this chat</source>
        <translation>从此对话中移除 {name}</translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln 项已更改</numerusform>
        </translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>所有对话</translation>
    </message>
    <message>
        <source>Applies only to this chat.</source>
        <translation>仅适用于此对话。</translation>
    </message>
    <message>
        <source>Applies to all chats unless the model or chat overrides it.</source>
        <translation>适用于所有对话，除非模型或对话另有设置。</translation>
    </message>
    <message>
        <source>Applies to all chats with {name} unless a chat overrides it.</source>
        <translation>适用于使用 {name} 的所有对话，除非对话另有设置。</translation>
    </message>
    <message>
        <source>Applies to this chat from its first message.</source>
        <translation>从第一条消息起适用于此对话。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>对话设置</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Describe the model&apos;s role and how it should reply</source>
        <translation>描述模型的角色以及回复方式</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start (about {tokens} tokens) and compacts it again. No text is lost.</source>
        <translation>应用此提示词后，模型会从头重新读取对话（约 {tokens} 个 token），并再次压缩。文本不会丢失。</translation>
    </message>
    <message>
        <source>If you apply this prompt, the model rereads the chat from the start.</source>
        <translation>应用此提示词后，模型会从头重新读取对话。</translation>
    </message>
    <message>
        <source>Inherited from all chats.</source>
        <translation>沿用所有对话的设置。</translation>
    </message>
    <message>
        <source>Inherited from this model.</source>
        <translation>沿用此模型的设置。</translation>
    </message>
    <message>
        <source>New chats use this prompt. Existing chats keep theirs.</source>
        <translation>新对话使用此提示词。已有对话保持不变。</translation>
    </message>
    <message>
        <source>No presets yet. To add one, choose “Save as…”</source>
        <translation>还没有预设。要添加，请选择“另存为…”</translation>
    </message>
    <message>
        <source>Preset name:</source>
        <translation>预设名称：</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename preset</source>
        <translation>重命名预设</translation>
    </message>
    <message>
        <source>Reset all changes</source>
        <translation>重置所有更改</translation>
    </message>
    <message>
        <source>Reset system prompt to the default</source>
        <translation>将系统提示词恢复为默认</translation>
    </message>
    <message>
        <source>Reset {name} to {value}</source>
        <translation>将“{name}”重置为 {value}</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>保存为预设</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Save the system prompt and the settings below as a preset</source>
        <translation>将系统提示词和下方设置保存为预设</translation>
    </message>
    <message>
        <source>Settings for: {what}</source>
        <translation>设置范围：{what}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>System prompt changed</source>
        <translation>系统提示词已更改</translation>
    </message>
    <message>
        <source>The system prompt starts this chat and is never compacted.</source>
        <translation>系统提示词位于此对话开头，永远不会被压缩。</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>当前对话</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>当前模型</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>{name} changed</source>
        <translation>“{name}”已更改</translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Branch of {title}</source>
        <translation>分支：{title}</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chats with all versions</source>
        <translation>对话（含所有版本）</translation>
    </message>
    <message>
        <source>Copy of {title}</source>
        <translation>副本：{title}</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>永久删除</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln message(s).</source>
        <translation>
            <numerusform>已删除 %Ln 条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export to folder</source>
        <translation>导出到文件夹</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Import chats from folder</source>
        <translation>从文件夹导入对话</translation>
    </message>
    <message>
        <source>Longthread chats {day}</source>
        <translation>Longthread 对话 {day}</translation>
    </message>
    <message>
        <source>Longthread deletes the text and the saved state from this computer. You can&apos;t undo this.</source>
        <translation>Longthread 会从这台电脑上删除文本和已保存的状态。此操作无法撤销。</translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln chat(s) to the trash.</source>
        <translation>
            <numerusform>已将 %Ln 个对话移至回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved “{title}” to the trash.</source>
        <translation>已将“{title}”移至回收站。</translation>
    </message>
    <message>
        <source>No chats to export.</source>
        <translation>没有可导出的对话。</translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln chat(s)?</source>
        <translation>
            <numerusform>要永久删除 %Ln 个对话吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Permanently delete this chat?</source>
        <translation>要永久删除此对话吗？</translation>
    </message>
    <message>
        <source>Removed folder “{name}”.</source>
        <translation>已移除文件夹“{name}”。</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>15 min</source>
        <translation>15 分钟</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 分钟</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Always open</source>
        <translation>始终展开</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Comfortable</source>
        <translation>宽松</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>舍弃</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>遗忘</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>One line</source>
        <translation>单行</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>After</source>
        <translation>压缩后</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>立即压缩</translation>
    </message>
    <message numerus="yes">
        <source>Compacted %Ln time(s)</source>
        <translation>
            <numerusform>已压缩 %Ln 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Compacting {asked}× would have changed more next words than your limit allows.</source>
        <translation>若压缩 {asked} 倍，后续用词的变化会超出你允许的限度。</translation>
    </message>
    <message>
        <source>Compaction ratio</source>
        <translation>压缩比</translation>
    </message>
    <message>
        <source>Compacts {old} older tokens. The last {recent} stay in full detail.</source>
        <translation>压缩较早的 {old} 个 token。最近的 {recent} 个完整保留。</translation>
    </message>
    <message>
        <source>Default ratio</source>
        <translation>默认压缩比</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>正在估算…</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>各层拟合误差</translation>
    </message>
    <message>
        <source>Layer {layer}: fit error {mean}, worst head {worst}</source>
        <translation>第 {layer} 层：拟合误差 {mean}，最差的注意力头 {worst}</translation>
    </message>
    <message numerus="yes">
        <source>Longthread compacted %Ln older token(s), {ratio}× smaller, and kept the rest in full detail. The chat&apos;s context went from {before} to {after}; you can still read the full text.</source>
        <translation>
            <numerusform>Longthread 将较早的 %Ln 个 token 压缩了 {ratio} 倍，其余完整保留。此对话的上下文从 {before} 降至 {after}；你仍可阅读全文。</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread compacted this while idle, because the next message and its reply might not have fit.</source>
        <translation>Longthread 在空闲时做了这次压缩，因为下一条消息及其回复可能放不下。</translation>
    </message>
    <message>
        <source>Next words</source>
        <translation>后续用词</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Older part compacted, {ratio}× smaller</source>
        <translation>较早部分已压缩 {ratio}×</translation>
    </message>
    <message>
        <source>Predicted: {words}.</source>
        <translation>预计：{words}。</translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln KV row(s), {time}.</source>
        <translation>
            <numerusform>预设“{preset}”，%Ln 行 KV，{time}。</numerusform>
        </translation>
    </message>
    <message>
        <source>The context was full, so the model forgot the oldest messages. The text stays here to read. The system prompt is still in the context. To bring these messages back, load the model with a larger context and choose Undo.</source>
        <translation>上下文已满，模型忘记了最早的消息。文本仍可在此阅读，系统提示词仍在上下文中。要找回这些消息，请用更大的上下文加载模型，然后选择“撤销”。</translation>
    </message>
    <message>
        <source>The context was nearly full, so Longthread compacted it.</source>
        <translation>上下文快满了，Longthread 已将其压缩。</translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %Ln message(s) above</source>
        <translation>
            <numerusform>模型已看不到上方的 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Use default</source>
        <translation>使用默认值</translation>
    </message>
    <message>
        <source>about {number} of 100 next words unchanged</source>
        <translation>每 100 个后续用词约有 {number} 个不变</translation>
    </message>
    <message>
        <source>about {number} of 100 unchanged</source>
        <translation>100 个中约 {number} 个不变</translation>
    </message>
    <message>
        <source>about {time}</source>
        <translation>约 {time}</translation>
    </message>
    <message>
        <source>context {before} → {after}</source>
        <translation>上下文 {before} → {after}</translation>
    </message>
    <message>
        <source>highest in layer {layer}: {error}</source>
        <translation>第 {layer} 层最高：{error}</translation>
    </message>
    <message>
        <source>nearly all next words unchanged</source>
        <translation>后续用词几乎不变</translation>
    </message>
    <message>
        <source>nearly all unchanged</source>
        <translation>几乎全部不变</translation>
    </message>
    <message>
        <source>not known until the first compaction</source>
        <translation>首次压缩后才能得知</translation>
    </message>
    <message>
        <source>while idle</source>
        <translation>空闲时</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>压缩 {ratio}×</translation>
    </message>
    <message>
        <source>{size} used · room for {tokens} tokens</source>
        <translation>已用 {size} · 还可容纳 {tokens} 个 token</translation>
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
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents…</source>
        <translation>添加文档…</translation>
    </message>
    <message>
        <source>Attach as file</source>
        <translation>附加为文件</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Attached files</source>
        <translation>已附加的文件</translation>
    </message>
    <message>
        <source>Attached the pasted text as a file.</source>
        <translation>已将粘贴的文本附加为文件。</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Manage documents…</source>
        <translation>管理文档…</translation>
    </message>
    <message>
        <source>Manage prompts…</source>
        <translation>管理提示词…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Names, numbers and details may be lost.</source>
        <translation>名字、数字和细节可能会丢失。</translation>
    </message>
    <message>
        <source>Pasted {count} characters.</source>
        <translation>已粘贴 {count} 个字符。</translation>
    </message>
    <message>
        <source>Press Enter to view or Delete to remove the file.</source>
        <translation>按 Enter 查看文件，按 Delete 移除文件。</translation>
    </message>
    <message>
        <source>Put back as text</source>
        <translation>恢复为文本</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>仍然读取</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln file(s)…</source>
        <translation>
            <numerusform>正在读取 %Ln 个文件…</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading takes about {n} minutes.</source>
        <translation>读取大约需要 {n} 分钟。</translation>
    </message>
    <message>
        <source>Reading takes about {n} seconds.</source>
        <translation>读取大约需要 {n} 秒。</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>正在读取 {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已保存的提示词</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>This model can&apos;t see images. Load a model with a vision projector (mmproj), or remove the images.</source>
        <translation>此模型不支持图片。请加载带视觉投影器 (mmproj) 的模型，或移除图片。</translation>
    </message>
    <message>
        <source>page {done} of {total}</source>
        <translation>第 {done} 页，共 {total} 页</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>{tokens} · compacts older text</source>
        <translation>{tokens} · 会压缩较早的文本</translation>
    </message>
    <message>
        <source>{tokens} · longer than the context. Longthread compacts the message while reading it.</source>
        <translation>{tokens} · 超出上下文长度。Longthread 会边读取边压缩此消息。</translation>
    </message>
    <message>
        <source>{tokens} · more than the recommended {most}.</source>
        <translation>{tokens} · 超过建议的 {most}。</translation>
    </message>
    <message>
        <source>{tokens} · no room: the system prompt fills the context. Shorten it in Chat settings, or reload the model with a larger context.</source>
        <translation>{tokens} · 空间不足：系统提示词占满了上下文。请在对话设置中缩短它，或用更大的上下文重新加载模型。</translation>
    </message>
    <message>
        <source>{tokens} · the context is full. Continue in a new chat, or reload the model with a larger context.</source>
        <translation>{tokens} · 上下文已满。请在新对话中继续，或用更大的上下文重新加载模型。</translation>
    </message>
    <message>
        <source>{tokens} · the model first reads {number} more tokens of this chat.</source>
        <translation>{tokens} · 模型会先读取此对话的另外 {number} 个 token。</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Remove a file or reload the model with a larger context.</source>
        <translation>{tokens} · 太长，上限为 {most} 个 token。请移除一个文件，或用更大的上下文重新加载模型。</translation>
    </message>
    <message>
        <source>{tokens} · too long, the limit is {most} tokens. Shorten the message or reload the model with a larger context.</source>
        <translation>{tokens} · 太长，上限为 {most} 个 token。请缩短消息，或用更大的上下文重新加载模型。</translation>
    </message>
    <message>
        <source>“Read anyway” compacts the message about {ratio}×: {words}.</source>
        <translation>“仍然读取”会将此消息压缩约 {ratio} 倍：{words}。</translation>
    </message>
    <message>
        <source>↵ send</source>
        <translation>↵ 发送</translation>
    </message>
    <message>
        <source>⇧↵ send</source>
        <translation>⇧↵ 发送</translation>
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
        <translation>取消下载 {name}</translation>
    </message>
    <message>
        <source>Demanding work on a strong computer</source>
        <translation>在高性能电脑上处理高难度任务</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download progress of {name}</source>
        <translation>{name} 的下载进度</translation>
    </message>
    <message>
        <source>Everyday questions and short texts</source>
        <translation>日常问答和短文本</translation>
    </message>
    <message>
        <source>Fits after you close other programs.</source>
        <translation>关闭其他程序后放得下。</translation>
    </message>
    <message>
        <source>Fits into RAM, but writes slowly without a graphics card.</source>
        <translation>内存放得下，但没有显卡时生成较慢。</translation>
    </message>
    <message>
        <source>Fits into the free RAM.</source>
        <translation>空闲内存放得下。</translation>
    </message>
    <message>
        <source>List of {month}. Models come from Hugging Face; sizes are approximate until a download begins.</source>
        <translation>列表截至 {month}。模型来自 Hugging Face；开始下载前，大小仅为近似值。</translation>
    </message>
    <message>
        <source>Long documents and chats</source>
        <translation>长文档和长对话</translation>
    </message>
    <message>
        <source>Looking up the file…</source>
        <translation>正在查找文件…</translation>
    </message>
    <message>
        <source>Models for this computer</source>
        <translation>适合这台电脑的模型</translation>
    </message>
    <message>
        <source>Needs more RAM and VRAM than this computer has.</source>
        <translation>所需内存和显存超出这台电脑的容量。</translation>
    </message>
    <message>
        <source>Needs more RAM than this computer has.</source>
        <translation>所需内存超出这台电脑的容量。</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Programming</source>
        <translation>编程</translation>
    </message>
    <message>
        <source>Quick replies on any computer</source>
        <translation>在任何电脑上都能快速回复</translation>
    </message>
    <message>
        <source>Reasoning and math</source>
        <translation>推理和数学</translation>
    </message>
    <message>
        <source>Recommended models</source>
        <translation>推荐模型</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Runs slowly</source>
        <translation>运行较慢</translation>
    </message>
    <message>
        <source>Runs well</source>
        <translation>运行流畅</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强放得下</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Writing in many languages</source>
        <translation>多语言写作</translation>
    </message>
    <message>
        <source>{number}K context</source>
        <translation>{number}K 上下文</translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln 页</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln 个词</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>添加文档</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Add texts, PDFs, Word files, web pages or a folder of code, or drop them here. Longthread indexes them once. Type “@” in a chat to use one: the model gets the passages it needs, and replies cite them.</source>
        <translation>添加文本、PDF、Word 文件、网页或代码文件夹，也可拖放到这里。Longthread 只需建立一次索引。在对话中输入“@”即可使用文档：模型会获得所需段落，并在回复中注明出处。</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Always keep on disk</source>
        <translation>始终保留在磁盘上</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code folder</source>
        <translation>代码文件夹</translation>
    </message>
    <message>
        <source>Collect facts</source>
        <translation>收集事实</translation>
    </message>
    <message>
        <source>Delete its facts</source>
        <translation>删除其事实</translation>
    </message>
    <message>
        <source>Delete their facts</source>
        <translation>删除其事实</translation>
    </message>
    <message>
        <source>Deletes the text and passages that Longthread keeps, also from chats that use them. The original files stay where they are.</source>
        <translation>删除 Longthread 保留的文本和段落，正在使用它们的对话也会受影响。原始文件保持原位。</translation>
    </message>
    <message>
        <source>Document {name}</source>
        <translation>文档 {name}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>File has changed since Longthread read it</source>
        <translation>文件在 Longthread 读取后已更改</translation>
    </message>
    <message>
        <source>File is gone; its text is still here</source>
        <translation>文件已不存在，但文本仍保留</translation>
    </message>
    <message>
        <source>Indexing…</source>
        <translation>正在建立索引…</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>还没有文档</translation>
    </message>
    <message>
        <source>No passages found for “{searched}”.</source>
        <translation>没有找到与“{searched}”相关的段落。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open original</source>
        <translation>打开原文件</translation>
    </message>
    <message>
        <source>Page of the document</source>
        <translation>文档页面</translation>
    </message>
    <message>
        <source>Page {number} of {total}</source>
        <translation>第 {number} 页，共 {total} 页</translation>
    </message>
    <message>
        <source>Part {number} of {total}</source>
        <translation>第 {number} 部分，共 {total} 部分</translation>
    </message>
    <message>
        <source>Passages found</source>
        <translation>找到的段落</translation>
    </message>
    <message>
        <source>Pause preparing</source>
        <translation>暂停预处理</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>预计：{words}</translation>
    </message>
    <message>
        <source>Prepare for {model}</source>
        <translation>为 {model} 预处理</translation>
    </message>
    <message>
        <source>Preparing for {model}…</source>
        <translation>正在为 {model} 预处理…</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>正在预处理…</translation>
    </message>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Ready for {model}</source>
        <translation>已可供 {model} 使用</translation>
    </message>
    <message>
        <source>Ready to search</source>
        <translation>可以搜索</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln document(s)?</source>
        <translation>
            <numerusform>要移除 %Ln 个文档吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {number}…</source>
        <translation>移除 {number} 个…</translation>
    </message>
    <message>
        <source>Remove “{name}”?</source>
        <translation>要移除“{name}”吗？</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Resume preparing</source>
        <translation>继续预处理</translation>
    </message>
    <message>
        <source>Search in all documents</source>
        <translation>在所有文档中搜索</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Show page</source>
        <translation>显示页面</translation>
    </message>
    <message>
        <source>Show text</source>
        <translation>显示文本</translation>
    </message>
    <message>
        <source>Stop indexing</source>
        <translation>停止建立索引</translation>
    </message>
    <message>
        <source>Stop watching “{name}”</source>
        <translation>停止监视“{name}”</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Text of the document</source>
        <translation>文档文本</translation>
    </message>
    <message>
        <source>The document has changed, and this passage is no longer in it.</source>
        <translation>文档已更改，不再包含此段落。</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>正在等待…</translation>
    </message>
    <message>
        <source>Watched folders</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Word file</source>
        <translation>Word 文件</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>第 {number} 页</translation>
    </message>
    <message>
        <source>preparing is paused</source>
        <translation>预处理已暂停</translation>
    </message>
    <message>
        <source>waiting to be prepared</source>
        <translation>等待预处理</translation>
    </message>
    <message>
        <source>waiting until your computer is plugged in</source>
        <translation>等待电脑接通电源</translation>
    </message>
    <message>
        <source>watched folder</source>
        <translation>监视的文件夹</translation>
    </message>
    <message>
        <source>{ratio}× smaller</source>
        <translation>压缩 {ratio}×</translation>
    </message>
    <message>
        <source>{size} on disk</source>
        <translation>占用磁盘 {size}</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln item(s) to your documents</source>
        <translation>
            <numerusform>将 %Ln 个项目添加到文档</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>添加 %Ln 个模型文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Add and load {name}</source>
        <translation>添加并加载 {name}</translation>
    </message>
    <message>
        <source>Add model folder {folder}</source>
        <translation>添加模型文件夹 {folder}</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>为 {model} 添加视觉投影器</translation>
    </message>
    <message>
        <source>Add vision projector {file}</source>
        <translation>添加视觉投影器 {file}</translation>
    </message>
    <message>
        <source>Add {name} to the library</source>
        <translation>将 {name} 添加到模型库</translation>
    </message>
    <message>
        <source>Add {name} to your documents</source>
        <translation>将 {name} 添加到文档</translation>
    </message>
    <message>
        <source>Adds to your chats and changes none of them</source>
        <translation>新增到你的对话中，不改动已有对话</translation>
    </message>
    <message numerus="yes">
        <source>Also attaches %Ln file(s)</source>
        <translation>
            <numerusform>同时附加 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also imports chats from %Ln export(s)</source>
        <translation>
            <numerusform>同时从 %Ln 个导出文件导入对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>附加 %Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Attach the files inside instead.</source>
        <translation>请改为附加其中的文件。</translation>
    </message>
    <message>
        <source>Attach {name}</source>
        <translation>附加 {name}</translation>
    </message>
    <message>
        <source>Can&apos;t find “{name}”.</source>
        <translation>找不到“{name}”。</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({why}).</source>
        <translation>无法读取“{name}”（{why}）。</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t use %Ln item(s).</source>
        <translation>
            <numerusform>无法使用 %Ln 个项目。</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t use this here</source>
        <translation>此处无法使用</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>请检查文件的权限。</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请选择其他文件。</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>请重新下载文件。</translation>
    </message>
    <message>
        <source>Drop a model, text file or document.</source>
        <translation>请拖入模型、文本文件或文档。</translation>
    </message>
    <message numerus="yes">
        <source>Import chats from %Ln export(s)</source>
        <translation>
            <numerusform>从 %Ln 个导出文件导入对话</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from {name}</source>
        <translation>从 {name} 导入对话</translation>
    </message>
    <message>
        <source>Insert text into message</source>
        <translation>将文本插入消息</translation>
    </message>
    <message>
        <source>Longthread reads the text; the files stay where they are</source>
        <translation>Longthread 读取文本；文件保持原位</translation>
    </message>
    <message>
        <source>Look for a GGUF version of the model in the model library.</source>
        <translation>请在模型库中查找该模型的 GGUF 版本。</translation>
    </message>
    <message>
        <source>New models appear automatically; Longthread copies nothing</source>
        <translation>新模型会自动出现；Longthread 不复制任何文件</translation>
    </message>
    <message>
        <source>The file was moved or deleted.</source>
        <translation>文件已被移动或删除。</translation>
    </message>
    <message>
        <source>The model reads the text; the file stays where it is</source>
        <translation>模型读取文本；文件保持原位</translation>
    </message>
    <message>
        <source>The model reads the text; the files stay where they are</source>
        <translation>模型读取文本；文件保持原位</translation>
    </message>
    <message>
        <source>The model sees the image, and the chat keeps a copy</source>
        <translation>模型查看图片，对话会保留一份副本</translation>
    </message>
    <message>
        <source>The model sees the images and reads the text in the other files</source>
        <translation>模型查看图片，并读取其他文件中的文本</translation>
    </message>
    <message>
        <source>The model sees the images, and the chat keeps copies</source>
        <translation>模型查看图片，对话会保留副本</translation>
    </message>
    <message>
        <source>This vision projector (mmproj) also needs the model it was made for</source>
        <translation>此视觉投影器 (mmproj) 还需要与之配套的模型</translation>
    </message>
    <message>
        <source>You can edit the text before sending</source>
        <translation>发送前可以编辑文本</translation>
    </message>
    <message>
        <source>{file} lets the model see images and stays where it is</source>
        <translation>{file} 让模型支持图片，文件保持原位</translation>
    </message>
    <message>
        <source>{size}, used in place without a copy</source>
        <translation>{size}，直接使用原文件，不复制</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>“{name}”是文件夹。</translation>
    </message>
    <message>
        <source>“{name}” is a model in a format that Longthread can&apos;t load.</source>
        <translation>“{name}”是模型，但其格式 Longthread 无法加载。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a readable file.</source>
        <translation>“{name}”不是可读取的文件。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a valid GGUF model.</source>
        <translation>“{name}”不是有效的 GGUF 模型。</translation>
    </message>
</context>
<context>
    <name>HeadMeasuring</name>
    <message>
        <source>Start measuring again.</source>
        <translation>请重新开始测量。</translation>
    </message>
    <message>
        <source>The engine stopped before the measurement finished.</source>
        <translation>测量完成前引擎就已停止。</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>添加模型文件…</translation>
    </message>
    <message>
        <source>Chat settings</source>
        <translation>对话设置</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>对话标题</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message numerus="yes">
        <source>Context of %Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token 的上下文</numerusform>
        </translation>
    </message>
    <message>
        <source>Device and context size</source>
        <translation>设备和上下文大小</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>不支持压缩：{why}</translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation>双击以重命名</translation>
    </message>
    <message>
        <source>Load settings for {name}…</source>
        <translation>{name} 的加载设置…</translation>
    </message>
    <message>
        <source>Loading {name} {share}</source>
        <translation>正在加载 {name} {share}</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>模型库</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Show or hide sidebar</source>
        <translation>显示或隐藏侧边栏</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Unloaded because it wasn&apos;t used for a while. Loads again when you write.</source>
        <translation>因一段时间未使用而卸载。发送消息时会重新加载。</translation>
    </message>
    <message>
        <source>{name} failed to load</source>
        <translation>{name} 加载失败</translation>
    </message>
    <message>
        <source>{name} is unloaded</source>
        <translation>{name} 已卸载</translation>
    </message>
    <message>
        <source>{name} stopped</source>
        <translation>{name} 已停止</translation>
    </message>
</context>
<context>
    <name>Kept</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>KV rows kept by each head</source>
        <translation>各注意力头保留的 KV 行</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>最近一次</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: {rows} KV rows for {tokens} tokens · {types} · fit error {error}</source>
        <translation>第 {layer} 层，注意力头 {head}：{tokens} 个 token 保留 {rows} 行 KV · {types} · 拟合误差 {error}</translation>
    </message>
    <message>
        <source>Nothing is compacted in this chat.</source>
        <translation>此对话中没有压缩的内容。</translation>
    </message>
    <message>
        <source>Stronger color: more rows kept. Outlined: all kept. Layers run across, heads down.</source>
        <translation>颜色越浓，保留的行越多；带边框表示全部保留。横向为层，纵向为注意力头。</translation>
    </message>
    <message>
        <source>{ratio}× compacted: {rows} of {all} KV rows. {whole} of {heads} heads keep all rows.</source>
        <translation>压缩 {ratio}×：保留 {rows} / {all} 行 KV。{heads} 个注意力头中有 {whole} 个保留全部行。</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>Turn off</source>
        <translation>停用</translation>
    </message>
</context>
<context>
    <name>Knowledge</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln 条事实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more place(s)</source>
        <translation>
            <numerusform>另有 %Ln 处</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln 条回复</numerusform>
        </translation>
    </message>
    <message>
        <source>Add documents</source>
        <translation>添加文档</translation>
    </message>
    <message>
        <source>Collect facts from chats, too</source>
        <translation>也从对话中收集事实</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>从文档中收集事实</translation>
    </message>
    <message>
        <source>Collecting facts is off</source>
        <translation>事实收集已关闭</translation>
    </message>
    <message>
        <source>Collecting facts…</source>
        <translation>正在收集事实…</translation>
    </message>
    <message>
        <source>Collecting is paused</source>
        <translation>收集已暂停</translation>
    </message>
    <message>
        <source>Combine with “{name}”</source>
        <translation>与“{name}”合并</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln name(s) with their facts</source>
        <translation>
            <numerusform>删除 %Ln 个名称及其事实</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete fact</source>
        <translation>删除事实</translation>
    </message>
    <message>
        <source>Delete with its facts</source>
        <translation>连同事实一起删除</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln name(s)</source>
        <translation>
            <numerusform>已删除 %Ln 个名称</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>已删除“{name}”</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Facts come from documents that a chat uses. Type “@” in a chat to add one, or choose “Collect facts” in the menu of a document.</source>
        <translation>事实来自对话所用的文档。在对话中输入“@”来添加文档，或在文档菜单中选择“收集事实”。</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>关系图</translation>
    </message>
    <message>
        <source>Graph around {name}</source>
        <translation>{name} 的关系图</translation>
    </message>
    <message>
        <source>Idea</source>
        <translation>概念</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>知识</translation>
    </message>
    <message>
        <source>No facts found</source>
        <translation>没有找到事实</translation>
    </message>
    <message>
        <source>No facts yet</source>
        <translation>还没有事实</translation>
    </message>
    <message>
        <source>Nothing found for “{searched}”.</source>
        <translation>没有找到与“{searched}”相关的内容。</translation>
    </message>
    <message>
        <source>Organization</source>
        <translation>组织</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause collecting</source>
        <translation>暂停收集</translation>
    </message>
    <message>
        <source>People, places and things</source>
        <translation>人物、地点和事物</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>地点</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Resume collecting</source>
        <translation>继续收集</translation>
    </message>
    <message>
        <source>Search people, places and things</source>
        <translation>搜索人物、地点和事物</translation>
    </message>
    <message>
        <source>Separate in</source>
        <translation>按来源拆分</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>显示完整关系图</translation>
    </message>
    <message>
        <source>Show what is linked</source>
        <translation>显示关联内容</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your documents and how they&apos;re linked, with the sentence each fact comes from.</source>
        <translation>模型会列出文档中的人物、组织和地点及其关联，并附上每条事实出自的句子。</translation>
    </message>
    <message>
        <source>The model read your documents and found no people, organizations or places that are linked.</source>
        <translation>模型读完了文档，没有找到相互关联的人物、组织或地点。</translation>
    </message>
    <message>
        <source>The rest takes about as long as {replies}. Collecting runs when the model is idle and pauses for every message.</source>
        <translation>剩余部分所需的时间约等于生成 {replies}。模型空闲时才收集，有消息时会暂停。</translation>
    </message>
    <message>
        <source>Thing</source>
        <translation>事物</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Untitled chat</source>
        <translation>未命名对话</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>等待模型</translation>
    </message>
    <message>
        <source>Waiting for an idle moment</source>
        <translation>等待空闲时机</translation>
    </message>
    <message>
        <source>Waiting until your computer is plugged in</source>
        <translation>等待电脑接通电源</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>also {names}</source>
        <translation>也作 {names}</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>第 {number} 页</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln passages read</source>
        <translation>
            <numerusform>已读取 {done} / %Ln 个段落</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln 种语言</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>{language} ({country})</source>
        <translation>{language}（{country}）</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message numerus="yes">
        <source>%Ln part(s)</source>
        <translation>
            <numerusform>%Ln 个分卷</numerusform>
        </translation>
    </message>
    <message>
        <source>Access token (hf_…)</source>
        <translation>访问令牌 (hf_…)</translation>
    </message>
    <message>
        <source>Access token…</source>
        <translation>访问令牌…</translation>
    </message>
    <message>
        <source>Account required</source>
        <translation>需要账号</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>添加模型文件…</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>所有结果</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel download of {name}</source>
        <translation>取消下载 {name}</translation>
    </message>
    <message>
        <source>Delete token</source>
        <translation>删除令牌</translation>
    </message>
    <message>
        <source>Doesn&apos;t support compaction: {why}</source>
        <translation>不支持压缩：{why}</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download {label}, {size}</source>
        <translation>下载 {label}，{size}</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in the window</source>
        <translation>将 .gguf 文件拖到窗口任意位置</translation>
    </message>
    <message>
        <source>Drop a .gguf file anywhere in this window. The file stays where it is.</source>
        <translation>将 .gguf 文件拖到此窗口任意位置。文件保持原位。</translation>
    </message>
    <message>
        <source>File not found</source>
        <translation>找不到文件</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files of {repo}</source>
        <translation>{repo} 的文件</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Hugging Face access token</source>
        <translation>Hugging Face 访问令牌</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Loading {repo}…</source>
        <translation>正在加载 {repo}…</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Missing parts: {names}.</source>
        <translation>缺少分卷：{names}。</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>模型库</translation>
    </message>
    <message>
        <source>Model name or owner/name</source>
        <translation>模型名称或“所有者/名称”</translation>
    </message>
    <message>
        <source>Needed only for models that require an account</source>
        <translation>仅用于需要账号的模型</translation>
    </message>
    <message>
        <source>No GGUF models found. Try fewer words or a model family such as “qwen”.</source>
        <translation>没有找到 GGUF 模型。请减少关键词，或尝试“qwen”这样的模型系列。</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Open details for {name}</source>
        <translation>打开 {name} 的详情</translation>
    </message>
    <message>
        <source>Opens in your browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Pause {name}</source>
        <translation>暂停 {name}</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Remove {name} from library (keeps the file)</source>
        <translation>从模型库移除 {name}（保留文件）</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>从此列表中移除 {name}</translation>
    </message>
    <message>
        <source>Resume {name}</source>
        <translation>继续 {name}</translation>
    </message>
    <message>
        <source>Rough estimate from the file size. A better one follows after the download.</source>
        <translation>根据文件大小粗略估算。下载后会有更准确的结果。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store.</source>
        <translation>已存入系统的密码管理器。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search Hugging Face</source>
        <translation>搜索 Hugging Face</translation>
    </message>
    <message>
        <source>Searches huggingface.co for GGUF models. Longthread sends nothing until you search.</source>
        <translation>在 huggingface.co 上搜索 GGUF 模型。在你搜索之前，Longthread 不会发送任何内容。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Still incomplete; available when the copy or download finishes</source>
        <translation>尚不完整；复制或下载完成后可用</translation>
    </message>
    <message>
        <source>Supports compaction</source>
        <translation>支持压缩</translation>
    </message>
    <message>
        <source>This repository has no complete GGUF file.</source>
        <translation>此仓库没有完整的 GGUF 文件。</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强放得下</translation>
    </message>
    <message>
        <source>Token deleted.</source>
        <translation>令牌已删除。</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Verifying the file… {share}</source>
        <translation>正在校验文件… {share}</translation>
    </message>
    <message>
        <source>View on Hugging Face</source>
        <translation>在 Hugging Face 上查看</translation>
    </message>
    <message>
        <source>Your system has no working password store, so Longthread forgets the token when you quit.</source>
        <translation>系统没有可用的密码管理器，退出后 Longthread 会忘记令牌。</translation>
    </message>
    <message>
        <source>Your system&apos;s password store keeps the token. Longthread sends it only to Hugging Face.</source>
        <translation>令牌保存在系统的密码管理器中。Longthread 只会将它发送给 Hugging Face。</translation>
    </message>
    <message numerus="yes">
        <source>context up to %Ln token(s)</source>
        <translation>
            <numerusform>上下文最多 %Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>updated {day}</source>
        <translation>更新于 {day}</translation>
    </message>
    <message>
        <source>vision projector (mmproj)</source>
        <translation>视觉投影器 (mmproj)</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>{done} of {total} · paused</source>
        <translation>{done} / {total} · 已暂停</translation>
    </message>
    <message>
        <source>{done} of {total} · queued</source>
        <translation>{done} / {total} · 排队中</translation>
    </message>
    <message>
        <source>{done} of {total} · {problem} Retrying…</source>
        <translation>{done} / {total} · {problem}正在重试…</translation>
    </message>
    <message>
        <source>{done} of {total} · {speed}/s · {time} left</source>
        <translation>{done} / {total} · {speed}/s · 剩余 {time}</translation>
    </message>
    <message>
        <source>{number} downloads</source>
        <translation>{number} 次下载</translation>
    </message>
    <message>
        <source>{number} parameters</source>
        <translation>{number} 参数</translation>
    </message>
    <message>
        <source>{total} · added to library</source>
        <translation>{total} · 已添加到模型库</translation>
    </message>
</context>
<context>
    <name>LoadSettings</name>
    <message>
        <source>Context size</source>
        <translation>上下文大小</translation>
    </message>
    <message>
        <source>Context size in: {kind}</source>
        <translation>上下文大小单位：{kind}</translation>
    </message>
    <message>
        <source>How much the model holds in full detail before it compacts. RAM use grows only as needed.</source>
        <translation>模型在压缩前能完整保留多少内容。内存按需占用。</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Reset {setting} to general settings</source>
        <translation>将“{setting}”恢复为通用设置</translation>
    </message>
    <message>
        <source>Share of free RAM/VRAM</source>
        <translation>占空闲内存/显存的比例</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>same as general settings</source>
        <translation>与通用设置相同</translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message numerus="yes">
        <source>KV cache for %Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token 的 KV 缓存</numerusform>
        </translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>RAM and VRAM</source>
        <translation>内存和显存</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>当前模型</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation>空闲 {amount}</translation>
    </message>
    <message>
        <source>{amount} left</source>
        <translation>剩余 {amount}</translation>
    </message>
    <message>
        <source>{amount} too much</source>
        <translation>超出 {amount}</translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) remembered</source>
        <translation>
            <numerusform>已记住 %Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Compact the older part of this chat</source>
        <translation>压缩此对话的较早部分</translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation>已压缩</translation>
    </message>
    <message>
        <source>Compacted {number}</source>
        <translation>已压缩 {number}</translation>
    </message>
    <message>
        <source>Compacted {number} in {size}</source>
        <translation>已压缩 {number}，占 {size}</translation>
    </message>
    <message>
        <source>Compacted, this chat can hold about {number} tokens.</source>
        <translation>压缩后，此对话约可容纳 {number} 个 token。</translation>
    </message>
    <message>
        <source>Compacting in the background {share}</source>
        <translation>后台压缩 {share}</translation>
    </message>
    <message>
        <source>Compacting {share}</source>
        <translation>正在压缩 {share}</translation>
    </message>
    <message>
        <source>Compacts at {share}</source>
        <translation>达到 {share} 时压缩</translation>
    </message>
    <message>
        <source>Context  empty</source>
        <translation>上下文  空</translation>
    </message>
    <message>
        <source>Context  loading…</source>
        <translation>上下文  正在加载…</translation>
    </message>
    <message>
        <source>Context  not loaded yet</source>
        <translation>上下文  尚未加载</translation>
    </message>
    <message>
        <source>Context  {used} / {total}</source>
        <translation>上下文  {used} / {total}</translation>
    </message>
    <message>
        <source>Context {share}</source>
        <translation>上下文 {share}</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Documents {number}</source>
        <translation>文档 {number}</translation>
    </message>
    <message>
        <source>Documents {number} in {size}</source>
        <translation>文档 {number}，占 {size}</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Full detail</source>
        <translation>完整保留</translation>
    </message>
    <message>
        <source>Full detail {number}</source>
        <translation>完整保留 {number}</translation>
    </message>
    <message>
        <source>Hide context details</source>
        <translation>隐藏上下文详情</translation>
    </message>
    <message>
        <source>Keep context details open</source>
        <translation>固定显示上下文详情</translation>
    </message>
    <message>
        <source>Loading model {share}</source>
        <translation>正在加载模型 {share}</translation>
    </message>
    <message>
        <source>Not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>Other chats and background work: {size}</source>
        <translation>其他对话和后台任务：{size}</translation>
    </message>
    <message>
        <source>Other work {share}</source>
        <translation>其他任务 {share}</translation>
    </message>
    <message>
        <source>Predicted: {words}</source>
        <translation>预计：{words}</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>立即读取</translation>
    </message>
    <message>
        <source>Read the rest of this chat now, so your next message doesn&apos;t wait</source>
        <translation>现在读取此对话的剩余部分，下一条消息就不用等待</translation>
    </message>
    <message>
        <source>Reading stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>Reading {done} / {total}</source>
        <translation>正在读取 {done} / {total}</translation>
    </message>
    <message>
        <source>Reading {share}</source>
        <translation>正在读取 {share}</translation>
    </message>
    <message>
        <source>Refining in the background {share}</source>
        <translation>后台优化 {share}</translation>
    </message>
    <message>
        <source>Refining {share}</source>
        <translation>正在优化 {share}</translation>
    </message>
    <message>
        <source>Reread in {time}</source>
        <translation>重新读取用时 {time}</translation>
    </message>
    <message>
        <source>Rereading the chat {done} / {total}</source>
        <translation>正在重新读取对话 {done} / {total}</translation>
    </message>
    <message>
        <source>Rereading {share}</source>
        <translation>正在重新读取 {share}</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>为回复预留</translation>
    </message>
    <message>
        <source>Reserved for reply {number}</source>
        <translation>回复预留 {number}</translation>
    </message>
    <message>
        <source>Resumed in {time}</source>
        <translation>恢复用时 {time}</translation>
    </message>
    <message>
        <source>Saving state {share}</source>
        <translation>正在保存状态 {share}</translation>
    </message>
    <message>
        <source>Show context details</source>
        <translation>显示上下文详情</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop compacting and keep the context unchanged</source>
        <translation>停止压缩，保持上下文不变</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>System {number}</source>
        <translation>系统提示词 {number}</translation>
    </message>
    <message>
        <source>Unpin context details</source>
        <translation>取消固定上下文详情</translation>
    </message>
    <message>
        <source>Working {share}</source>
        <translation>正在处理 {share}</translation>
    </message>
    <message>
        <source>almost done</source>
        <translation>即将完成</translation>
    </message>
    <message>
        <source>compaction on hold</source>
        <translation>压缩暂缓</translation>
    </message>
    <message>
        <source>other work {share}</source>
        <translation>其他任务 {share}</translation>
    </message>
    <message>
        <source>room for {number} more</source>
        <translation>还可容纳 {number}</translation>
    </message>
    <message>
        <source>{done} of {total} tokens read</source>
        <translation>已读取 {done} / {total} 个 token</translation>
    </message>
    <message>
        <source>{ratio}× compacted</source>
        <translation>压缩 {ratio}×</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
</context>
<context>
    <name>ModelActions</name>
    <message>
        <source>Add model folder</source>
        <translation>添加模型文件夹</translation>
    </message>
    <message>
        <source>Add vision projector to {model}</source>
        <translation>为 {model} 添加视觉投影器</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete {model} from disk?</source>
        <translation>要从磁盘删除 {model} 吗？</translation>
    </message>
    <message>
        <source>Name (in the file: {own})</source>
        <translation>名称（文件中为：{own}）</translation>
    </message>
    <message numerus="yes">
        <source>Permanently deletes %Ln file(s), {amount}, from {folder}.</source>
        <translation>
            <numerusform>将从 {folder} 永久删除 %Ln 个文件（{amount}）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename model</source>
        <translation>重命名模型</translation>
    </message>
    <message>
        <source>Vision projectors</source>
        <translation>视觉投影器</translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message>
        <source>Add the matching model, then add this file on the model&apos;s page.</source>
        <translation>请先添加匹配的模型，再在该模型的页面上添加此文件。</translation>
    </message>
    <message>
        <source>Can&apos;t delete {file} ({reason}).</source>
        <translation>无法删除 {file}（{reason}）。</translation>
    </message>
    <message>
        <source>Choose the mmproj file made for this model.</source>
        <translation>请选择为此模型制作的 mmproj 文件。</translation>
    </message>
    <message>
        <source>Close programs that use the file, or check the folder&apos;s permissions.</source>
        <translation>请关闭正在使用该文件的程序，或检查文件夹的权限。</translation>
    </message>
    <message>
        <source>Deleted the link to {model}.</source>
        <translation>已删除指向 {model} 的链接。</translation>
    </message>
    <message>
        <source>Deleted {model} from disk.</source>
        <translation>已从磁盘删除 {model}。</translation>
    </message>
    <message>
        <source>No model in the library fits the vision projector {file}.</source>
        <translation>模型库中没有与视觉投影器 {file} 匹配的模型。</translation>
    </message>
    <message>
        <source>Removed {model} from the library.</source>
        <translation>已从模型库移除 {model}。</translation>
    </message>
    <message numerus="yes">
        <source>The file also fits %Ln other model(s). Add it on the model&apos;s page.</source>
        <translation>
            <numerusform>此文件还与另外 %Ln 个模型匹配。请在模型页面上添加。</numerusform>
        </translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>文件保持原位。</translation>
    </message>
    <message>
        <source>The original file stays where it is.</source>
        <translation>原始文件保持原位。</translation>
    </message>
    <message>
        <source>This file isn&apos;t a vision projector.</source>
        <translation>此文件不是视觉投影器。</translation>
    </message>
    <message>
        <source>{file} doesn&apos;t fit {model}.</source>
        <translation>{file} 与 {model} 不匹配。</translation>
    </message>
    <message>
        <source>{model} now uses the vision projector {file}.</source>
        <translation>{model} 现在使用视觉投影器 {file}。</translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>对话模板</translation>
    </message>
    <message>
        <source>Included</source>
        <translation>已包含</translation>
    </message>
    <message>
        <source>KV cache per token</source>
        <translation>每个 token 的 KV 缓存</translation>
    </message>
    <message>
        <source>Layers and heads</source>
        <translation>层和注意力头</translation>
    </message>
    <message>
        <source>Maximum context</source>
        <translation>最大上下文</translation>
    </message>
    <message>
        <source>Not included; Longthread uses a generic template</source>
        <translation>未包含；Longthread 使用通用模板</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>{amount} at f16</source>
        <translation>{amount}（f16）</translation>
    </message>
    <message>
        <source>{layers} layers, {heads} query heads, {kv} KV heads</source>
        <translation>{layers} 层，{heads} 个查询头，{kv} 个 KV 头</translation>
    </message>
</context>
<context>
    <name>ModelFiles</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
</context>
<context>
    <name>ModelFit</name>
    <message>
        <source>Change the split across GPUs, or put fewer layers on them.</source>
        <translation>请更改 GPU 之间的分配，或减少放在 GPU 上的层数。</translation>
    </message>
    <message>
        <source>Estimated from the file; precise after the first load.</source>
        <translation>根据文件估算；首次加载后会更准确。</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Needs about {device} of VRAM, {free} available.</source>
        <translation>约需 {device} 显存，可用 {free}。</translation>
    </message>
    <message>
        <source>Needs about {need} of VRAM on {device}, {free} available.</source>
        <translation>{device} 上约需 {need} 显存，可用 {free}。</translation>
    </message>
    <message>
        <source>Needs about {total} of the {free} available.</source>
        <translation>约需 {total}，共有 {free} 可用。</translation>
    </message>
    <message>
        <source>Needs about {total}, {free} available.</source>
        <translation>约需 {total}，可用 {free}。</translation>
    </message>
    <message>
        <source>Needs about {total}.</source>
        <translation>约需 {total}。</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU or reduce the context size.</source>
        <translation>请减少放在 GPU 上的层数，或减小上下文。</translation>
    </message>
    <message>
        <source>Reduce the context size, choose a smaller KV cache type or close other programs.</source>
        <translation>请减小上下文，选择更小的 KV 缓存类型，或关闭其他程序。</translation>
    </message>
    <message>
        <source>This leaves little RAM for other programs.</source>
        <translation>留给其他程序的内存不多。</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强放得下</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Weights and buffers measured at the last load.</source>
        <translation>权重和缓冲区为上次加载时的实测值。</translation>
    </message>
</context>
<context>
    <name>ModelFolders</name>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln 个模型</numerusform>
        </translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Models in these folders appear automatically.</source>
        <translation>这些文件夹中的模型会自动出现。</translation>
    </message>
    <message>
        <source>Remove folder {folder} (keeps its files)</source>
        <translation>移除文件夹 {folder}（保留其中的文件）</translation>
    </message>
    <message>
        <source>{found} · downloads go here</source>
        <translation>{found} · 下载保存在此</translation>
    </message>
</context>
<context>
    <name>ModelHeads</name>
    <message>
        <source>Compaction keeps more detail in the heads that need it.</source>
        <translation>压缩时，需要更多细节的注意力头会保留更多细节。</translation>
    </message>
    <message>
        <source>Head profile: built in</source>
        <translation>注意力头配置：内置</translation>
    </message>
    <message>
        <source>Head profile: measured on this computer</source>
        <translation>注意力头配置：在这台电脑上测得</translation>
    </message>
    <message>
        <source>Head profile: not measured</source>
        <translation>注意力头配置：未测量</translation>
    </message>
    <message>
        <source>Head profile: not needed</source>
        <translation>注意力头配置：不需要</translation>
    </message>
    <message>
        <source>Head profile: partly measured</source>
        <translation>注意力头配置：部分测量</translation>
    </message>
    <message>
        <source>Head profile: unknown</source>
        <translation>注意力头配置：未知</translation>
    </message>
    <message>
        <source>Longthread is measuring another model</source>
        <translation>Longthread 正在测量另一个模型</translation>
    </message>
    <message>
        <source>Longthread measures the rest when idle, or you can start now.</source>
        <translation>Longthread 会在空闲时测量其余部分，你也可以现在开始。</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>立即测量</translation>
    </message>
    <message>
        <source>Measuring continues when no chat is waiting for a reply.</source>
        <translation>没有对话等待回复时，测量会继续。</translation>
    </message>
    <message>
        <source>Measuring… {share}</source>
        <translation>正在测量… {share}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>This model doesn&apos;t support compaction.</source>
        <translation>此模型不支持压缩。</translation>
    </message>
    <message>
        <source>Until Longthread measures the heads, compaction treats them all the same. Measuring takes a few minutes, starts when Longthread is idle, and doesn&apos;t interrupt chats.</source>
        <translation>在 Longthread 测量注意力头之前，压缩会对它们一视同仁。测量需要几分钟，在 Longthread 空闲时开始，不会打断对话。</translation>
    </message>
</context>
<context>
    <name>ModelNotes</name>
    <message>
        <source>Notes on this model</source>
        <translation>此模型的备注</translation>
    </message>
    <message>
        <source>What the model does well, which settings suit it…</source>
        <translation>模型擅长什么、适合哪些设置…</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Automatic: {choice}</source>
        <translation>自动：{choice}</translation>
    </message>
    <message>
        <source>Delete files…</source>
        <translation>删除文件…</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>检测到</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>加载设置</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Model details</source>
        <translation>模型详情</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Reload to apply</source>
        <translation>重新加载以应用</translation>
    </message>
    <message>
        <source>Remove from library</source>
        <translation>从模型库移除</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Vision projector (mmproj)</source>
        <translation>视觉投影器 (mmproj)</translation>
    </message>
</context>
<context>
    <name>ModelVision</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a vision projector (mmproj) so the model can see images. Drop the file made for this model into the window, or choose it.</source>
        <translation>添加视觉投影器 (mmproj)，让模型支持图片。将为此模型制作的文件拖入窗口，或选择文件。</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>File not found.</source>
        <translation>找不到文件。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>And {number} more.</source>
        <translation>另有 {number} 条。</translation>
    </message>
    <message>
        <source>Back to chat</source>
        <translation>返回对话</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Download a small model</source>
        <translation>下载小型模型</translation>
    </message>
    <message>
        <source>Force stop</source>
        <translation>强制停止</translation>
    </message>
    <message>
        <source>Import anyway</source>
        <translation>仍然导入</translation>
    </message>
    <message>
        <source>Load settings</source>
        <translation>加载设置</translation>
    </message>
    <message>
        <source>Open model library</source>
        <translation>打开模型库</translation>
    </message>
    <message>
        <source>Reload model</source>
        <translation>重新加载模型</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>重启引擎</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>保存诊断信息…</translation>
    </message>
    <message>
        <source>Show update</source>
        <translation>查看更新</translation>
    </message>
    <message>
        <source>Start normally</source>
        <translation>正常启动</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Use the CPU</source>
        <translation>使用 CPU</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用此模型</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{hours} h {minutes} min</source>
        <translation>{hours} 小时 {minutes} 分钟</translation>
    </message>
    <message>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <source>{minutes} min {seconds} s</source>
        <translation>{minutes} 分 {seconds} 秒</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
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
        <translation>{number} 字节</translation>
    </message>
    <message>
        <source>{number} kB</source>
        <translation>{number} kB</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Back to chat</source>
        <translation>返回对话</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chats, actions, settings, models…</source>
        <translation>对话、操作、设置、模型…</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Load {name}</source>
        <translation>加载 {name}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Move chat to “{name}”</source>
        <translation>将对话移至“{name}”</translation>
    </message>
    <message>
        <source>Remove chat from folder</source>
        <translation>将对话移出文件夹</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search chats for “{query}”</source>
        <translation>在对话中搜索“{query}”</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings: {page}</source>
        <translation>设置：{page}</translation>
    </message>
    <message>
        <source>Unload {name}</source>
        <translation>卸载 {name}</translation>
    </message>
    <message>
        <source>load model</source>
        <translation>加载模型</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>↑ ↓ select    ↵ run    Esc close</source>
        <translation>↑ ↓ 选择    ↵ 执行    Esc 关闭</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>A preset named “{name}” already exists.</source>
        <translation>名为“{name}”的预设已存在。</translation>
    </message>
    <message>
        <source>All changes reset.</source>
        <translation>已重置所有更改。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择其他名称。</translation>
    </message>
    <message>
        <source>Delete a preset you don&apos;t use.</source>
        <translation>请删除不用的预设。</translation>
    </message>
    <message>
        <source>Deleted preset “{name}”.</source>
        <translation>已删除预设“{name}”。</translation>
    </message>
    <message>
        <source>Replaced preset “{name}”.</source>
        <translation>已替换预设“{name}”。</translation>
    </message>
    <message>
        <source>You can&apos;t save any more presets.</source>
        <translation>无法再保存更多预设。</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>File text</source>
        <translation>文件文本</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Preview of {name}</source>
        <translation>{name} 的预览</translation>
    </message>
    <message>
        <source>Show all {count} characters</source>
        <translation>显示全部 {count} 个字符</translation>
    </message>
    <message>
        <source>The image is no longer on this computer.</source>
        <translation>图片已不在这台电脑上。</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Print chat</source>
        <translation>打印对话</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>不可用</translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln 条事实</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln 个词</numerusform>
        </translation>
    </message>
    <message>
        <source>Access tokens and keys</source>
        <translation>访问令牌和密钥</translation>
    </message>
    <message>
        <source>Add-ons</source>
        <translation>附加组件</translation>
    </message>
    <message>
        <source>Blocks all network requests and cancels current ones.</source>
        <translation>阻止所有网络请求，并取消进行中的请求。</translation>
    </message>
    <message>
        <source>Chats and settings</source>
        <translation>对话和设置</translation>
    </message>
    <message>
        <source>Collected facts</source>
        <translation>收集的事实</translation>
    </message>
    <message>
        <source>Conversations of other programs, saved so that they resume instantly.</source>
        <translation>其他程序的会话，保存后可立即继续。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete access tokens and keys?</source>
        <translation>要删除访问令牌和密钥吗？</translation>
    </message>
    <message>
        <source>Delete add-ons?</source>
        <translation>要删除附加组件吗？</translation>
    </message>
    <message>
        <source>Delete all chats?</source>
        <translation>要删除所有对话吗？</translation>
    </message>
    <message>
        <source>Delete all collected facts?</source>
        <translation>要删除所有收集的事实吗？</translation>
    </message>
    <message>
        <source>Delete all documents?</source>
        <translation>要删除所有文档吗？</translation>
    </message>
    <message>
        <source>Delete all saved prompts?</source>
        <translation>要删除所有已保存的提示词吗？</translation>
    </message>
    <message>
        <source>Delete all saved states?</source>
        <translation>要删除所有已保存的状态吗？</translation>
    </message>
    <message>
        <source>Delete all your words?</source>
        <translation>要删除所有自定义词语吗？</translation>
    </message>
    <message>
        <source>Delete downloaded models?</source>
        <translation>要删除已下载的模型吗？</translation>
    </message>
    <message>
        <source>Delete logs?</source>
        <translation>要删除日志吗？</translation>
    </message>
    <message>
        <source>Delete the local server&apos;s sessions?</source>
        <translation>要删除本地服务器的会话吗？</translation>
    </message>
    <message>
        <source>Delete: {name}</source>
        <translation>删除：{name}</translation>
    </message>
    <message>
        <source>Deletes all chats, trash, drafts and backups, but keeps your settings. You can&apos;t undo this.</source>
        <translation>删除所有对话、回收站、草稿和备份，但保留设置。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Deletes every prompt you saved. You can&apos;t undo this.</source>
        <translation>删除你保存的所有提示词。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Deletes what Longthread and models read from them. The files themselves and your chats stay.</source>
        <translation>删除 Longthread 和模型从文档中读取的内容。文件本身和对话会保留。</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Deletion progress</source>
        <translation>删除进度</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Downloaded models</source>
        <translation>已下载的模型</translation>
    </message>
    <message>
        <source>Future problem reports cover only what happens from now on.</source>
        <translation>以后的问题报告只包含从现在起发生的情况。</translation>
    </message>
    <message>
        <source>Let chats resume instantly. Longthread recreates them when needed.</source>
        <translation>让对话可以立即继续。Longthread 会在需要时重新创建。</translation>
    </message>
    <message>
        <source>Local server&apos;s sessions</source>
        <translation>本地服务器的会话</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Longthread underlines words again that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>系统词典中没有的词语，Longthread 会重新加下划线。</translation>
    </message>
    <message>
        <source>Messages, drafts, images, folders, trash and backups.</source>
        <translation>消息、草稿、图片、文件夹、回收站和备份。</translation>
    </message>
    <message>
        <source>Models from other folders aren&apos;t included.</source>
        <translation>不包括其他文件夹中的模型。</translation>
    </message>
    <message>
        <source>Models run on this computer, and your chats stay here, unless you switch on “Use other computers”. Longthread uses the network only for that and when you search Hugging Face, list a model&apos;s files, download a model or an add-on, or check for updates; each request appears below.</source>
        <translation>模型在这台电脑上运行，对话也留在这里，除非你开启“使用其他电脑”。除此之外，只有在你搜索 Hugging Face、列出模型文件、下载模型或附加组件、检查更新时，Longthread 才会使用网络；每个请求都列在下方。</translation>
    </message>
    <message>
        <source>No network requests yet.</source>
        <translation>还没有网络请求。</translation>
    </message>
    <message>
        <source>Open folder: {name}</source>
        <translation>打开文件夹：{name}</translation>
    </message>
    <message>
        <source>Other programs can continue; the model first rereads their conversations.</source>
        <translation>其他程序可以继续使用；模型会先重新读取它们的会话。</translation>
    </message>
    <message>
        <source>People, places and things in your documents, and in chats if you turned that on.</source>
        <translation>文档中的人物、地点和事物；如果你已开启，也包括对话中的。</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Record program events and network requests, but no chat text.</source>
        <translation>记录程序事件和网络请求，不含对话内容。</translation>
    </message>
    <message>
        <source>Saved in your system&apos;s password store, never in a file.</source>
        <translation>保存在系统的密码管理器中，绝不写入文件。</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已保存的提示词</translation>
    </message>
    <message>
        <source>Saved states</source>
        <translation>已保存的状态</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>保持离线</translation>
    </message>
    <message>
        <source>Support for graphics cards that you downloaded on a model&apos;s page.</source>
        <translation>你在模型页面下载的显卡支持组件。</translation>
    </message>
    <message>
        <source>The local server is off, so other programs can&apos;t use your model.</source>
        <translation>本地服务器已关闭，其他程序无法使用你的模型。</translation>
    </message>
    <message>
        <source>The local server is on at {url}. Only programs on this computer can reach it.</source>
        <translation>本地服务器已开启，地址为 {url}。只有这台电脑上的程序可以访问。</translation>
    </message>
    <message>
        <source>What Longthread read from your documents. The files themselves stay where they are.</source>
        <translation>Longthread 从文档中读取的内容。文件本身保持原位。</translation>
    </message>
    <message>
        <source>What Longthread stores on this computer</source>
        <translation>Longthread 存储在这台电脑上的内容</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>离开这台电脑的内容</translation>
    </message>
    <message>
        <source>Words you added to the dictionary. Click one to remove it.</source>
        <translation>你添加到词典的词语。点击即可移除。</translation>
    </message>
    <message>
        <source>You can download the models again. Longthread doesn&apos;t delete files in other folders.</source>
        <translation>模型可以重新下载。Longthread 不会删除其他文件夹中的文件。</translation>
    </message>
    <message>
        <source>You can download them again. Models run without them after the next start.</source>
        <translation>可以重新下载。下次启动后，模型将不再使用它们。</translation>
    </message>
    <message>
        <source>You&apos;ll need a token again for models that require an account. Programs that use the local server need its new key.</source>
        <translation>使用需要账号的模型时，须重新输入令牌。使用本地服务器的程序需要新的密钥。</translation>
    </message>
    <message>
        <source>Your chats stay. The next time you open one, the model rereads and compacts it again.</source>
        <translation>对话会保留。下次打开时，模型会重新读取并再次压缩。</translation>
    </message>
    <message>
        <source>Your documents and chats stay. Longthread collects facts from them again only if you ask for it.</source>
        <translation>文档和对话会保留。只有在你要求时，Longthread 才会再次从中收集事实。</translation>
    </message>
    <message>
        <source>Your prompts with a command. You can export them on the “Saved prompts” page.</source>
        <translation>带命令的提示词。可在“已保存的提示词”页面导出。</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>自定义词语</translation>
    </message>
    <message>
        <source>add-on check</source>
        <translation>附加组件检查</translation>
    </message>
    <message>
        <source>download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>layers on another computer</source>
        <translation>另一台电脑上的层</translation>
    </message>
    <message>
        <source>model file list</source>
        <translation>模型文件列表</translation>
    </message>
    <message>
        <source>model search</source>
        <translation>模型搜索</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>update check</source>
        <translation>更新检查</translation>
    </message>
</context>
<context>
    <name>Project</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>已放弃更改。</translation>
    </message>
    <message>
        <source>Documents in all chats of this folder</source>
        <translation>此文件夹所有对话中的文档</translation>
    </message>
    <message>
        <source>Folder “{name}”</source>
        <translation>文件夹“{name}”</translation>
    </message>
    <message>
        <source>Notes (models don&apos;t see them)</source>
        <translation>备注（模型看不到）</translation>
    </message>
    <message>
        <source>Same as for all new chats</source>
        <translation>与所有新对话相同</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>System prompt of new chats in this folder</source>
        <translation>此文件夹中新对话的系统提示词</translation>
    </message>
</context>
<context>
    <name>Prompts</name>
    <message>
        <source>Discuss a long document</source>
        <translation>讨论长文档</translation>
    </message>
    <message>
        <source>Learn step by step</source>
        <translation>循序渐进地学习</translation>
    </message>
    <message>
        <source>Let&apos;s write a story, one scene at a time. Keep track of every name and place. Begin with a lighthouse keeper who gets a letter.</source>
        <translation>我们来写一个故事，一次写一个场景。请记住每个名字和地点。从一位收到信的灯塔看守人开始。</translation>
    </message>
    <message>
        <source>Summarize the attached document section by section, then list its open questions.</source>
        <translation>请逐节总结附加的文档，然后列出其中尚未解决的问题。</translation>
    </message>
    <message>
        <source>Teach me how the sky works, one short lesson at a time. Before each new lesson, ask me a question about an earlier one.</source>
        <translation>请给我讲讲天空的奥秘，一次一小课。每节新课开始前，先就之前的某一课问我一个问题。</translation>
    </message>
    <message>
        <source>Write a story for weeks</source>
        <translation>写一个持续数周的故事</translation>
    </message>
</context>
<context>
    <name>ReplyFields</name>
    <message>
        <source>Pick a random seed</source>
        <translation>选取随机种子</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Remove {text}</source>
        <translation>移除 {text}</translation>
    </message>
    <message>
        <source>Type text, then press Enter</source>
        <translation>输入文本，然后按 Enter</translation>
    </message>
    <message>
        <source>Valid.</source>
        <translation>有效。</translation>
    </message>
    <message>
        <source>Validation result</source>
        <translation>校验结果</translation>
    </message>
    <message>
        <source>root ::= &quot;yes&quot; | &quot;no&quot;</source>
        <translation>root ::= &quot;是&quot; | &quot;否&quot;</translation>
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
        <translation>命令为 /{command} 的提示词已存在。</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}).</source>
        <translation>无法读取 {name}（{reason}）。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Changes discarded.</source>
        <translation>已放弃更改。</translation>
    </message>
    <message>
        <source>Choose a file that Longthread exported.</source>
        <translation>请选择由 Longthread 导出的文件。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择其他名称。</translation>
    </message>
    <message>
        <source>Correct spelling and grammar, and list what you changed:</source>
        <translation>请修正拼写和语法，并列出改动之处：</translation>
    </message>
    <message>
        <source>Delete a prompt you don&apos;t use.</source>
        <translation>请删除不用的提示词。</translation>
    </message>
    <message>
        <source>Delete “{name}”</source>
        <translation>删除“{name}”</translation>
    </message>
    <message>
        <source>Deleted prompt “{name}”.</source>
        <translation>已删除提示词“{name}”。</translation>
    </message>
    <message>
        <source>Edit “{name}”</source>
        <translation>编辑“{name}”</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>导出提示词</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>导入提示词</translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln prompt(s).</source>
        <translation>
            <numerusform>已导入 %Ln 个提示词。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>List what we decided in this chat so far, and what is still open.</source>
        <translation>请列出我们在此对话中目前已决定的事项，以及尚未解决的问题。</translation>
    </message>
    <message>
        <source>Name, for example “Fix grammar”</source>
        <translation>名称，例如“修正语法”</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>新建提示词</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>提示词名称</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>提示词文本</translation>
    </message>
    <message numerus="yes">
        <source>Prompts can have up to %Ln character(s).</source>
        <translation>
            <numerusform>提示词最长 %Ln 个字符。</numerusform>
        </translation>
    </message>
    <message>
        <source>Prompts exported to {name}.</source>
        <translation>已将提示词导出到 {name}。</translation>
    </message>
    <message>
        <source>Proofread</source>
        <translation>校对</translation>
    </message>
    <message>
        <source>Recap</source>
        <translation>回顾</translation>
    </message>
    <message numerus="yes">
        <source>Replaced %Ln prompt(s).</source>
        <translation>
            <numerusform>已替换 %Ln 个提示词。</numerusform>
        </translation>
    </message>
    <message>
        <source>Replaced prompt “{name}”.</source>
        <translation>已替换提示词“{name}”。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Saved prompts</source>
        <translation>已保存的提示词</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln prompt(s) that are too long.</source>
        <translation>
            <numerusform>已跳过 %Ln 个过长的提示词。</numerusform>
        </translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>总结</translation>
    </message>
    <message>
        <source>Summarize this in five sentences:</source>
        <translation>请用五句话总结以下内容：</translation>
    </message>
    <message numerus="yes">
        <source>This prompt is %Ln character(s) too long.</source>
        <translation>
            <numerusform>此提示词超出 %Ln 个字符。</numerusform>
        </translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Translate this into English:</source>
        <translation>请将以下内容翻译成英文：</translation>
    </message>
    <message>
        <source>Type “/” at the start of a message to use a prompt.</source>
        <translation>在消息开头输入“/”即可使用提示词。</translation>
    </message>
    <message>
        <source>You can&apos;t save any more prompts.</source>
        <translation>无法再保存更多提示词。</translation>
    </message>
    <message>
        <source>{name} contains no prompts.</source>
        <translation>{name} 中没有提示词。</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>A KV cache of {budget:memory} is too small for {name}: {tokens} tokens need {least:memory}.</source>
        <translation>{budget:memory} 的 KV 缓存对 {name} 来说太小：{tokens} 个 token 需要 {least:memory}。</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself (in “{name}”).</source>
        <translation>有一条语法规则以自身开头（在“{name}”中）。</translation>
    </message>
    <message>
        <source>A grammar rule starts with itself.</source>
        <translation>有一条语法规则以自身开头。</translation>
    </message>
    <message>
        <source>A graphics device doesn&apos;t report its VRAM, so it isn&apos;t used automatically.</source>
        <translation>有一个图形设备未报告显存，因此不会自动使用。</translation>
    </message>
    <message>
        <source>A larger context needs more free RAM or VRAM.</source>
        <translation>更大的上下文需要更多空闲内存或显存。</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote these chats (format {version}).</source>
        <translation>这些对话由更高版本的 Longthread 写入（格式 {version}）。</translation>
    </message>
    <message>
        <source>A newer version of Longthread wrote “{name}”.</source>
        <translation>“{name}”由更高版本的 Longthread 写入。</translation>
    </message>
    <message>
        <source>A request may have {most} texts to embed.</source>
        <translation>一次请求最多可嵌入 {most} 段文本。</translation>
    </message>
    <message>
        <source>A shortcut needs Ctrl, Alt or a function key. Letters alone are for typing.</source>
        <translation>快捷键需要包含 Ctrl、Alt 或功能键。单独的字母键用于输入文字。</translation>
    </message>
    <message>
        <source>A text has {tokens} tokens. {name} reads at most {most} at a time.</source>
        <translation>有一段文本有 {tokens} 个 token。{name} 一次最多读取 {most} 个。</translation>
    </message>
    <message>
        <source>A worker serves one program at a time. Close the other program, then load the model again.</source>
        <translation>一个工作节点同时只服务一个程序。请关闭另一个程序，然后重新加载模型。</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page and enter an access token.</source>
        <translation>请在模型页面上接受条款，并输入访问令牌。</translation>
    </message>
    <message>
        <source>Accept the terms on the model&apos;s page, then try again.</source>
        <translation>请在模型页面上接受条款，然后重试。</translation>
    </message>
    <message>
        <source>Add a part of the document.</source>
        <translation>请只添加文档的一部分。</translation>
    </message>
    <message>
        <source>Add files that contain text.</source>
        <translation>请添加含有文本的文件。</translation>
    </message>
    <message>
        <source>Add the document again to use its new text.</source>
        <translation>请重新添加文档，以使用其新文本。</translation>
    </message>
    <message>
        <source>Add the document again, or send the message without it.</source>
        <translation>请重新添加文档，或发送不含该文档的消息。</translation>
    </message>
    <message>
        <source>Add the document again.</source>
        <translation>请重新添加文档。</translation>
    </message>
    <message>
        <source>Add the file when it&apos;s complete.</source>
        <translation>请在文件完整后再添加。</translation>
    </message>
    <message>
        <source>Add the rule that replies start with: root ::= …</source>
        <translation>请补上回复起始的规则：root ::= …</translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln model(s) to the library.</source>
        <translation>
            <numerusform>已将 %Ln 个模型添加到模型库。</numerusform>
        </translation>
    </message>
    <message>
        <source>All layers have a sliding window, so the KV cache doesn&apos;t grow.</source>
        <translation>所有层都使用滑动窗口，因此 KV 缓存不会增长。</translation>
    </message>
    <message>
        <source>An image has {width} × {height} pixels. The limit is {most} × {most}.</source>
        <translation>有一张图片为 {width} × {height} 像素。上限为 {most} × {most}。</translation>
    </message>
    <message>
        <source>An image in this chat has changed since you attached it.</source>
        <translation>此对话中有一张图片在附加后被更改。</translation>
    </message>
    <message>
        <source>An image in this chat is missing: {reason}.</source>
        <translation>此对话中缺少一张图片：{reason}。</translation>
    </message>
    <message>
        <source>An image in this chat was read with another vision projector.</source>
        <translation>此对话中有一张图片是用另一个视觉投影器读取的。</translation>
    </message>
    <message>
        <source>An image is damaged: the file is incomplete.</source>
        <translation>有一张图片已损坏：文件不完整。</translation>
    </message>
    <message>
        <source>An image is larger than {most} MB.</source>
        <translation>有一张图片超过 {most} MB。</translation>
    </message>
    <message>
        <source>An image isn&apos;t a PNG file.</source>
        <translation>有一张图片不是 PNG 文件。</translation>
    </message>
    <message>
        <source>An image uses an unsupported PNG format.</source>
        <translation>有一张图片使用了不支持的 PNG 格式。</translation>
    </message>
    <message>
        <source>An object in the schema has more than {most} members.</source>
        <translation>Schema 中有一个对象的成员超过 {most} 个。</translation>
    </message>
    <message>
        <source>Another import or export is running.</source>
        <translation>另一项导入或导出正在进行。</translation>
    </message>
    <message>
        <source>Another program already uses these keys.</source>
        <translation>这组按键已被其他程序占用。</translation>
    </message>
    <message>
        <source>Another program is cleaning up the saved states.</source>
        <translation>另一个程序正在清理已保存的状态。</translation>
    </message>
    <message>
        <source>Another program is using the data. Try again later.</source>
        <translation>另一个程序正在使用数据。请稍后重试。</translation>
    </message>
    <message>
        <source>Attach a file that contains text.</source>
        <translation>请附加含有文本的文件。</translation>
    </message>
    <message>
        <source>Attach a part of the file.</source>
        <translation>请只附加文件的一部分。</translation>
    </message>
    <message>
        <source>Attach a smaller image.</source>
        <translation>请附加更小的图片。</translation>
    </message>
    <message>
        <source>Attach a smaller version of the image.</source>
        <translation>请附加该图片的缩小版。</translation>
    </message>
    <message>
        <source>Attach only the part you need.</source>
        <translation>请只附加需要的部分。</translation>
    </message>
    <message>
        <source>Attach text, code, PDF or Word files.</source>
        <translation>请附加文本、代码、PDF 或 Word 文件。</translation>
    </message>
    <message>
        <source>Attach the files in the folder.</source>
        <translation>请附加文件夹中的文件。</translation>
    </message>
    <message>
        <source>Attach the image again.</source>
        <translation>请重新附加图片。</translation>
    </message>
    <message>
        <source>Attach the image again. Longthread converts it for you.</source>
        <translation>请重新附加图片。Longthread 会自动转换。</translation>
    </message>
    <message>
        <source>Attach the image in another size or shape.</source>
        <translation>请附加其他尺寸或形状的图片。</translation>
    </message>
    <message>
        <source>Attach the original image again.</source>
        <translation>请重新附加原图。</translation>
    </message>
    <message>
        <source>Branched into a new chat.</source>
        <translation>已在新对话中另开分支。</translation>
    </message>
    <message numerus="yes">
        <source>Can&apos;t add %Ln file(s).</source>
        <translation>
            <numerusform>无法添加 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Can&apos;t add the prepared document to this chat: {reason}</source>
        <translation>无法将预处理的文档添加到此对话：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t branch from this message because it isn&apos;t saved yet.</source>
        <translation>此消息尚未保存，无法从这里另开分支。</translation>
    </message>
    <message>
        <source>Can&apos;t compact the context: {reason}.</source>
        <translation>无法压缩上下文：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t connect securely to {host}.</source>
        <translation>无法与 {host} 建立安全连接。</translation>
    </message>
    <message>
        <source>Can&apos;t copy the KV cache ({written} of {size} bytes).</source>
        <translation>无法复制 KV 缓存（{written} / {size} 字节）。</translation>
    </message>
    <message>
        <source>Can&apos;t create a context for this model: {reason}</source>
        <translation>无法为此模型创建上下文：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t decode an image.</source>
        <translation>无法解码图片。</translation>
    </message>
    <message>
        <source>Can&apos;t find this message in the chat.</source>
        <translation>在对话中找不到此消息。</translation>
    </message>
    <message>
        <source>Can&apos;t find {name}, the model you used last.</source>
        <translation>找不到上次使用的模型 {name}。</translation>
    </message>
    <message>
        <source>Can&apos;t listen on port {port}.</source>
        <translation>无法监听端口 {port}。</translation>
    </message>
    <message>
        <source>Can&apos;t load the engine&apos;s native library: {reason}</source>
        <translation>无法加载引擎的原生库：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the model: {reason}</source>
        <translation>无法加载模型：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t load the vision projector {name}: {reason}</source>
        <translation>无法加载视觉投影器 {name}：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t open {name}.</source>
        <translation>无法打开 {name}。</translation>
    </message>
    <message>
        <source>Can&apos;t print the chat.</source>
        <translation>无法打印对话。</translation>
    </message>
    <message>
        <source>Can&apos;t process an image. {reason}</source>
        <translation>无法处理图片。{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t reach the worker {worker} ({reason}). Longthread doesn&apos;t use it.</source>
        <translation>无法连接工作节点 {worker}（{reason}）。Longthread 不会使用它。</translation>
    </message>
    <message>
        <source>Can&apos;t reach {host}.</source>
        <translation>无法连接到 {host}。</translation>
    </message>
    <message>
        <source>Can&apos;t read an image in this chat: the model is loaded without its vision projector (mmproj).</source>
        <translation>无法读取此对话中的图片：加载模型时未带视觉投影器 (mmproj)。</translation>
    </message>
    <message>
        <source>Can&apos;t read the chat&apos;s token log: {reason}.</source>
        <translation>无法读取此对话的 token 日志：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({kind}).</source>
        <translation>无法读取文件（{kind}）。</translation>
    </message>
    <message>
        <source>Can&apos;t read the file ({reason}).</source>
        <translation>无法读取文件（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t read the file list from Hugging Face.</source>
        <translation>无法读取 Hugging Face 的文件列表。</translation>
    </message>
    <message>
        <source>Can&apos;t read the folder ({reason}). Check its permissions.</source>
        <translation>无法读取文件夹（{reason}）。请检查其权限。</translation>
    </message>
    <message>
        <source>Can&apos;t read the prepared document: {reason}.</source>
        <translation>无法读取预处理的文档：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t read the saved state: {reason}.</source>
        <translation>无法读取已保存的状态：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t read the text of {name}: {reason}.</source>
        <translation>无法读取 {name} 的文本：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t read the update information.</source>
        <translation>无法读取更新信息。</translation>
    </message>
    <message>
        <source>Can&apos;t read {name} ({reason}). Check its permissions.</source>
        <translation>无法读取 {name}（{reason}）。请检查其权限。</translation>
    </message>
    <message>
        <source>Can&apos;t read {name}: {reason}.</source>
        <translation>无法读取 {name}：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}” ({reason}).</source>
        <translation>无法读取“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader didn&apos;t start.</source>
        <translation>无法读取“{name}”：读取程序未启动。</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: the reader failed.</source>
        <translation>无法读取“{name}”：读取程序出错。</translation>
    </message>
    <message>
        <source>Can&apos;t read “{name}”: {reason}.</source>
        <translation>无法读取“{name}”：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t restore the context after a compaction.</source>
        <translation>压缩后无法恢复上下文。</translation>
    </message>
    <message>
        <source>Can&apos;t restore these messages because earlier ones are deleted too.</source>
        <translation>无法恢复这些消息，因为更早的消息也已删除。</translation>
    </message>
    <message>
        <source>Can&apos;t save the chat&apos;s state ({kind}): {reason}</source>
        <translation>无法保存对话状态（{kind}）：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t save the diagnostics ({reason}).</source>
        <translation>无法保存诊断信息（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t save the measured head profile.</source>
        <translation>无法保存测得的注意力头配置。</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes ({reason}).</source>
        <translation>无法保存更改（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t save your changes: the disk is full.</source>
        <translation>无法保存更改：磁盘已满。</translation>
    </message>
    <message>
        <source>Can&apos;t save your draft right now ({reason}).</source>
        <translation>暂时无法保存草稿（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: the disk is full.</source>
        <translation>无法保存 {name}：磁盘已满。</translation>
    </message>
    <message>
        <source>Can&apos;t save {name}: {reason}.</source>
        <translation>无法保存 {name}：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t save “{name}” ({reason}).</source>
        <translation>无法保存“{name}”（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t show this version because it isn&apos;t saved yet.</source>
        <translation>此版本尚未保存，无法显示。</translation>
    </message>
    <message>
        <source>Can&apos;t start the engine ({reason}).</source>
        <translation>无法启动引擎（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t start the process that renders chat templates ({reason}).</source>
        <translation>无法启动渲染对话模板的进程（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the original {tokens} tokens no longer fit.</source>
        <translation>无法撤销：原来的 {tokens} 个 token 已放不下。</translation>
    </message>
    <message>
        <source>Can&apos;t undo: the {tokens} older tokens don&apos;t fit into the context.</source>
        <translation>无法撤销：较早的 {tokens} 个 token 放不进上下文。</translation>
    </message>
    <message>
        <source>Can&apos;t unpack {name}: {reason}</source>
        <translation>无法解压 {name}：{reason}</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database right now ({reason}).</source>
        <translation>暂时无法使用对话数据库（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t use the chat database: {reason}.</source>
        <translation>无法使用对话数据库：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t use the schema: {reason}.</source>
        <translation>无法使用 Schema：{reason}。</translation>
    </message>
    <message>
        <source>Can&apos;t use “{name}”, because its name isn&apos;t valid text. Rename it.</source>
        <translation>无法使用“{name}”，因为名称不是有效文本。请将其重命名。</translation>
    </message>
    <message>
        <source>Can&apos;t write the file ({reason}).</source>
        <translation>无法写入文件（{reason}）。</translation>
    </message>
    <message>
        <source>Can&apos;t write {name} ({reason}).</source>
        <translation>无法写入 {name}（{reason}）。</translation>
    </message>
    <message>
        <source>Check that the worker is running, then load the model again.</source>
        <translation>请检查工作节点是否在运行，然后重新加载模型。</translation>
    </message>
    <message>
        <source>Check the address and that the worker is running, then load the model again.</source>
        <translation>请检查地址以及工作节点是否在运行，然后重新加载模型。</translation>
    </message>
    <message>
        <source>Check the address and the port.</source>
        <translation>请检查地址和端口。</translation>
    </message>
    <message>
        <source>Check the connection and try again.</source>
        <translation>请检查连接，然后重试。</translation>
    </message>
    <message>
        <source>Check the disk, then try again.</source>
        <translation>请检查磁盘，然后重试。</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>请检查文件的权限。</translation>
    </message>
    <message>
        <source>Check the printer and try again.</source>
        <translation>请检查打印机，然后重试。</translation>
    </message>
    <message>
        <source>Check whether the file still exists.</source>
        <translation>请检查文件是否仍然存在。</translation>
    </message>
    <message>
        <source>Check whether the file was moved, or load the model without it.</source>
        <translation>请检查文件是否被移动，或不带该文件加载模型。</translation>
    </message>
    <message>
        <source>Check whether the file was moved.</source>
        <translation>请检查文件是否被移动。</translation>
    </message>
    <message>
        <source>Check your computer&apos;s date and your network, then try again later.</source>
        <translation>请检查电脑的日期和网络，然后稍后重试。</translation>
    </message>
    <message>
        <source>Check your connection and try again.</source>
        <translation>请检查网络连接，然后重试。</translation>
    </message>
    <message>
        <source>Check your network and your computer&apos;s date and time.</source>
        <translation>请检查网络以及电脑的日期和时间。</translation>
    </message>
    <message>
        <source>Check your network, then try again later.</source>
        <translation>请检查网络，然后稍后重试。</translation>
    </message>
    <message>
        <source>Choose Compact now to do it earlier.</source>
        <translation>选择“立即压缩”可提前进行。</translation>
    </message>
    <message>
        <source>Choose a .gguf file made for llama.cpp.</source>
        <translation>请选择适用于 llama.cpp 的 .gguf 文件。</translation>
    </message>
    <message>
        <source>Choose a context smaller than {tokens} tokens.</source>
        <translation>请选择小于 {tokens} 个 token 的上下文。</translation>
    </message>
    <message>
        <source>Choose a current build of the model.</source>
        <translation>请选择该模型的最新构建版本。</translation>
    </message>
    <message>
        <source>Choose a language model in GGUF format.</source>
        <translation>请选择 GGUF 格式的语言模型。</translation>
    </message>
    <message>
        <source>Choose a larger context, or the smaller KV cache type q8_0.</source>
        <translation>请选择更大的上下文，或更小的 KV 缓存类型 q8_0。</translation>
    </message>
    <message>
        <source>Choose a little-endian build of the model.</source>
        <translation>请选择该模型的小端序版本。</translation>
    </message>
    <message>
        <source>Choose a model to chat with.</source>
        <translation>请选择用于对话的模型。</translation>
    </message>
    <message>
        <source>Choose a smaller context in Settings, or a smaller model.</source>
        <translation>请在设置中选择更小的上下文，或选择更小的模型。</translation>
    </message>
    <message>
        <source>Choose a smaller context, or close other programs.</source>
        <translation>请选择更小的上下文，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Choose a smaller folder.</source>
        <translation>请选择更小的文件夹。</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller quantization.</source>
        <translation>请选择更小的模型或更小的量化。</translation>
    </message>
    <message>
        <source>Choose an embedding model, such as nomic-embed-text or bge-m3.</source>
        <translation>请选择嵌入模型，例如 nomic-embed-text 或 bge-m3。</translation>
    </message>
    <message>
        <source>Choose another copy from the backups folder.</source>
        <translation>请从 backups 文件夹中选择其他副本。</translation>
    </message>
    <message>
        <source>Choose another document.</source>
        <translation>请选择其他文档。</translation>
    </message>
    <message>
        <source>Choose another file, or load the model without a vision projector.</source>
        <translation>请选择其他文件，或不带视觉投影器加载模型。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Choose another model for images.</source>
        <translation>请选择其他支持图片的模型。</translation>
    </message>
    <message>
        <source>Choose another model, or a larger context.</source>
        <translation>请选择其他模型，或更大的上下文。</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>请选择其他模型。</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>请选择其他端口。</translation>
    </message>
    <message>
        <source>Choose one of {choices}.</source>
        <translation>请从以下选项中选择：{choices}。</translation>
    </message>
    <message>
        <source>Choose other keys.</source>
        <translation>请选择其他按键。</translation>
    </message>
    <message>
        <source>Choose the file with mmproj in its name.</source>
        <translation>请选择名称中含有 mmproj 的文件。</translation>
    </message>
    <message>
        <source>Choose the preset “default”, or compact earlier.</source>
        <translation>请选择预设“default”，或提前压缩。</translation>
    </message>
    <message>
        <source>Choose the preset “default”.</source>
        <translation>请选择预设“default”。</translation>
    </message>
    <message>
        <source>Choose the vision projector that belongs to this model.</source>
        <translation>请选择属于此模型的视觉投影器。</translation>
    </message>
    <message>
        <source>Choose “Force stop”. The text is kept.</source>
        <translation>请选择“强制停止”。文本会保留。</translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation>请关闭其他程序，然后重试。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context in Settings.</source>
        <translation>请关闭其他程序，或在设置中选择更小的上下文。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller context.</source>
        <translation>请关闭其他程序，或选择更小的上下文。</translation>
    </message>
    <message>
        <source>Close other programs, or load a smaller model.</source>
        <translation>请关闭其他程序，或加载更小的模型。</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support ALiBi positions yet.</source>
        <translation>压缩尚不支持 ALiBi 位置编码。</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support caches with an index of keys yet.</source>
        <translation>压缩尚不支持带键索引的缓存。</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support encoder-decoder models yet.</source>
        <translation>压缩尚不支持编码器-解码器模型。</translation>
    </message>
    <message>
        <source>Compaction doesn&apos;t support models with several caches of compressed keys yet.</source>
        <translation>压缩尚不支持具有多个压缩键缓存的模型。</translation>
    </message>
    <message>
        <source>Compaction stopped. The context is unchanged.</source>
        <translation>压缩已停止。上下文保持不变。</translation>
    </message>
    <message>
        <source>Continue the chat first.</source>
        <translation>请先继续对话。</translation>
    </message>
    <message>
        <source>Continue without the image, or attach it to a new message.</source>
        <translation>请不带图片继续，或将图片附加到新消息。</translation>
    </message>
    <message>
        <source>Copy the text you need and paste it into your message.</source>
        <translation>请复制需要的文本，然后粘贴到消息中。</translation>
    </message>
    <message>
        <source>Copying a long chat. You can keep working.</source>
        <translation>正在复制长对话。你可以继续使用。</translation>
    </message>
    <message>
        <source>Correct the grammar.</source>
        <translation>请修正语法。</translation>
    </message>
    <message>
        <source>Correct the pattern.</source>
        <translation>请修正正则表达式。</translation>
    </message>
    <message>
        <source>Correct the schema.</source>
        <translation>请修正 Schema。</translation>
    </message>
    <message>
        <source>Diffusion models don&apos;t have a KV cache.</source>
        <translation>扩散模型没有 KV 缓存。</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>请重新下载。</translation>
    </message>
    <message>
        <source>Download or export the archive again.</source>
        <translation>请重新下载或导出压缩包。</translation>
    </message>
    <message>
        <source>Download or save the file again.</source>
        <translation>请重新下载或保存文件。</translation>
    </message>
    <message>
        <source>Download the file again and compare its size with the source.</source>
        <translation>请重新下载文件，并与来源核对大小。</translation>
    </message>
    <message>
        <source>Download the file again, or choose another .gguf file.</source>
        <translation>请重新下载文件，或选择其他 .gguf 文件。</translation>
    </message>
    <message>
        <source>Download the file again.</source>
        <translation>请重新下载文件。</translation>
    </message>
    <message>
        <source>Download the model from another source.</source>
        <translation>请从其他来源下载模型。</translation>
    </message>
    <message>
        <source>Drop a .gguf file onto the window.</source>
        <translation>请将 .gguf 文件拖入窗口。</translation>
    </message>
    <message>
        <source>Encoder models don&apos;t write text and don&apos;t have a KV cache.</source>
        <translation>编码器模型不生成文本，也没有 KV 缓存。</translation>
    </message>
    <message>
        <source>Engine error ({kind}): {reason}</source>
        <translation>引擎错误（{kind}）：{reason}</translation>
    </message>
    <message>
        <source>Enter a grammar, or choose text as the output format.</source>
        <translation>请输入语法，或将输出格式设为文本。</translation>
    </message>
    <message>
        <source>Enter a schema, or choose JSON as the output format.</source>
        <translation>请输入 Schema，或将输出格式设为 JSON。</translation>
    </message>
    <message>
        <source>Enter an access token.</source>
        <translation>请输入访问令牌。</translation>
    </message>
    <message>
        <source>Everything saved earlier is intact. Free some space and try again.</source>
        <translation>之前保存的内容都完好无损。请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Export the chats again. If you edited the file, undo your changes.</source>
        <translation>请重新导出对话。如果编辑过文件，请撤销更改。</translation>
    </message>
    <message>
        <source>Failed check: {line}.</source>
        <translation>检查未通过：{line}。</translation>
    </message>
    <message>
        <source>Free some disk space and measure again.</source>
        <translation>请释放一些磁盘空间，然后重新测量。</translation>
    </message>
    <message>
        <source>Free some disk space, or choose a smaller file.</source>
        <translation>请释放一些磁盘空间，或选择更小的文件。</translation>
    </message>
    <message>
        <source>Free some disk space, then try again.</source>
        <translation>请释放一些磁盘空间，然后重试。</translation>
    </message>
    <message>
        <source>Free some space and check your permissions for {parent}.</source>
        <translation>请释放一些空间，并检查你对 {parent} 的权限。</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Free some space. Everything saved earlier is intact, and you can keep chatting.</source>
        <translation>请释放一些空间。之前保存的内容都完好无损，你可以继续对话。</translation>
    </message>
    <message>
        <source>Global shortcuts don&apos;t work on this system.</source>
        <translation>全局快捷键在此系统上不可用。</translation>
    </message>
    <message>
        <source>Hugging Face sent search results that Longthread can&apos;t read.</source>
        <translation>Longthread 无法读取 Hugging Face 返回的搜索结果。</translation>
    </message>
    <message>
        <source>Hugging Face sent too many results.</source>
        <translation>Hugging Face 返回的结果过多。</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it, or remove the folder from the list.</source>
        <translation>如果它所在的磁盘未连接，请连接磁盘，或将该文件夹从列表中移除。</translation>
    </message>
    <message>
        <source>If its drive isn&apos;t connected, connect it.</source>
        <translation>如果它所在的磁盘未连接，请连接磁盘。</translation>
    </message>
    <message>
        <source>If you have a copy of {file}, quit Longthread and put the copy in {folder}.</source>
        <translation>如果你有 {file} 的副本，请退出 Longthread，并将副本放入 {folder}。</translation>
    </message>
    <message>
        <source>In your system&apos;s keyboard settings, set a shortcut that runs “longthread”: it brings the window to the front.</source>
        <translation>请在系统的键盘设置中添加一个运行“longthread”的快捷键：它会将窗口移到最前。</translation>
    </message>
    <message>
        <source>Install that version first.</source>
        <translation>请先安装该版本。</translation>
    </message>
    <message>
        <source>Install that version, or start Longthread with another data folder.</source>
        <translation>请安装该版本，或使用其他数据文件夹启动 Longthread。</translation>
    </message>
    <message>
        <source>It may have been renamed or removed.</source>
        <translation>它可能已被重命名或移除。</translation>
    </message>
    <message>
        <source>KV cache type {kv_type} requires flash attention.</source>
        <translation>KV 缓存类型 {kv_type} 需要 Flash Attention。</translation>
    </message>
    <message>
        <source>Keep chatting. Nothing is old enough to compact yet.</source>
        <translation>请继续对话。目前还没有足够早的内容可压缩。</translation>
    </message>
    <message>
        <source>Leave out look-aheads, look-behinds, word boundaries and anchors within the pattern.</source>
        <translation>请不要在正则表达式中使用前瞻、后顾、单词边界和内部锚点。</translation>
    </message>
    <message>
        <source>Leave out the reference to the group.</source>
        <translation>请去掉对该分组的引用。</translation>
    </message>
    <message>
        <source>Let Longthread prepare the document first, or load the model with a larger context.</source>
        <translation>请先让 Longthread 预处理文档，或用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>Let repeated parts always contain text, or repeat them fewer times.</source>
        <translation>请让重复部分始终包含文本，或减少重复次数。</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: not valid JSON ({reason}).</source>
        <translation>第 {line} 行，第 {column} 列：不是有效的 JSON（{reason}）。</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {what}.</source>
        <translation>第 {line} 行，第 {column} 列：{what}。</translation>
    </message>
    <message>
        <source>Load a model first.</source>
        <translation>请先加载模型。</translation>
    </message>
    <message>
        <source>Load a model with its vision projector (mmproj), or describe the image.</source>
        <translation>请加载带视觉投影器 (mmproj) 的模型，或用文字描述图片。</translation>
    </message>
    <message>
        <source>Load it for two or more chats.</source>
        <translation>请重新加载模型，使其支持两个或更多对话。</translation>
    </message>
    <message>
        <source>Load the model again.</source>
        <translation>请重新加载模型。</translation>
    </message>
    <message>
        <source>Load the model again. If the error returns, choose a smaller context.</source>
        <translation>请重新加载模型。如果再次出错，请选择更小的上下文。</translation>
    </message>
    <message>
        <source>Load the model with a larger context first.</source>
        <translation>请先用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>Load the model with a larger context.</source>
        <translation>请用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>Load the model with its vision projector (mmproj), or send the message without the image.</source>
        <translation>请加载模型及其视觉投影器 (mmproj)，或发送不含图片的消息。</translation>
    </message>
    <message>
        <source>Load the model without this file.</source>
        <translation>请不带此文件加载模型。</translation>
    </message>
    <message>
        <source>Loading was stopped.</source>
        <translation>加载已停止。</translation>
    </message>
    <message numerus="yes">
        <source>Longthread broke the loop in %Ln place(s).</source>
        <translation>
            <numerusform>Longthread 在 %Ln 处断开了循环。</numerusform>
        </translation>
    </message>
    <message>
        <source>Longthread can&apos;t split a model&apos;s rows across GPUs.</source>
        <translation>Longthread 无法将模型的行拆分到多个 GPU。</translation>
    </message>
    <message>
        <source>Longthread deleted the file. Download it again.</source>
        <translation>Longthread 已删除该文件。请重新下载。</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t run on this computer&apos;s processor: it lacks the SSE4.2 instructions.</source>
        <translation>Longthread 无法在这台电脑的处理器上运行：它缺少 SSE4.2 指令集。</translation>
    </message>
    <message>
        <source>Longthread doesn&apos;t support the way this model (HunyuanVL) positions images yet.</source>
        <translation>Longthread 尚不支持此模型 (HunyuanVL) 的图片位置编码方式。</translation>
    </message>
    <message>
        <source>Longthread found saved states, but the chats are missing.</source>
        <translation>Longthread 找到了已保存的状态，但对话不见了。</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats (process {pid}).</source>
        <translation>Longthread 已打开，正在使用这些对话（进程 {pid}）。</translation>
    </message>
    <message>
        <source>Longthread is already open with these chats.</source>
        <translation>Longthread 已打开，正在使用这些对话。</translation>
    </message>
    <message>
        <source>Longthread is restarting the engine. Your chats are safe.</source>
        <translation>Longthread 正在重启引擎。你的对话是安全的。</translation>
    </message>
    <message>
        <source>Longthread keeps trying. Leave the window open until then.</source>
        <translation>Longthread 会继续尝试。在此之前请保持窗口打开。</translation>
    </message>
    <message>
        <source>Longthread prepares the document again.</source>
        <translation>Longthread 会重新预处理该文档。</translation>
    </message>
    <message>
        <source>Longthread reads its text.</source>
        <translation>Longthread 会读取其中的文本。</translation>
    </message>
    <message>
        <source>Longthread rereads the chat instead.</source>
        <translation>Longthread 改为重新读取对话。</translation>
    </message>
    <message>
        <source>Longthread saved a newer state instead.</source>
        <translation>Longthread 改为保存了较新的状态。</translation>
    </message>
    <message>
        <source>Longthread saves this chat&apos;s state later.</source>
        <translation>Longthread 稍后会保存此对话的状态。</translation>
    </message>
    <message>
        <source>Longthread tries again later.</source>
        <translation>Longthread 稍后会重试。</translation>
    </message>
    <message>
        <source>Longthread {version} is available.</source>
        <translation>Longthread {version} 现已推出。</translation>
    </message>
    <message>
        <source>Make each reference lead to a type.</source>
        <translation>请让每个引用都指向一个类型。</translation>
    </message>
    <message>
        <source>Make sure the data folder is writable. Everything saved earlier is intact.</source>
        <translation>请确保数据文件夹可写。之前保存的内容都完好无损。</translation>
    </message>
    <message>
        <source>Make sure the disk has enough free space.</source>
        <translation>请确保磁盘有足够的可用空间。</translation>
    </message>
    <message>
        <source>Make sure the folder is writable and no other program is using the file, then try again.</source>
        <translation>请确保文件夹可写，且没有其他程序正在使用该文件，然后重试。</translation>
    </message>
    <message>
        <source>Model changed. Longthread reread this chat.</source>
        <translation>模型已更换。Longthread 已重新读取此对话。</translation>
    </message>
    <message>
        <source>Models with recurrent layers can&apos;t use prepared documents.</source>
        <translation>含循环层的模型无法使用预处理的文档。</translation>
    </message>
    <message>
        <source>Move the file back to {parent}, or drop it onto the window.</source>
        <translation>请将文件移回 {parent}，或将它拖入窗口。</translation>
    </message>
    <message>
        <source>No messages could be recovered, so the list starts empty.</source>
        <translation>没有能恢复的消息，因此列表为空。</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>没有已加载的模型。</translation>
    </message>
    <message>
        <source>No value can match the schema ({reason}).</source>
        <translation>没有任何值能符合该 Schema（{reason}）。</translation>
    </message>
    <message>
        <source>Not enough disk space for the {backend} add-on: it needs {size:size}, but only {free:size} is available.</source>
        <translation>磁盘空间不足，无法安装 {backend} 附加组件：需要 {size:size}，仅有 {free:size} 可用。</translation>
    </message>
    <message>
        <source>Not enough disk space for {name}: it needs {size:size}, but only {free:size} is available.</source>
        <translation>磁盘空间不足，放不下 {name}：需要 {size:size}，仅有 {free:size} 可用。</translation>
    </message>
    <message>
        <source>Not enough free context for this preset.</source>
        <translation>上下文的空闲空间不足以使用此预设。</translation>
    </message>
    <message>
        <source>Nothing is old enough to compact yet.</source>
        <translation>目前还没有足够早的内容可压缩。</translation>
    </message>
    <message>
        <source>Nothing was added.</source>
        <translation>未添加任何内容。</translation>
    </message>
    <message>
        <source>Only the last part of this chat fits the context. Its full text is still here.</source>
        <translation>上下文只放得下此对话的最后一部分。全文仍保留在此。</translation>
    </message>
    <message>
        <source>Open it from its folder.</source>
        <translation>请从所在文件夹中打开它。</translation>
    </message>
    <message>
        <source>Open the chat again to continue without the image, or load the model with its vision projector.</source>
        <translation>请重新打开对话以不带图片继续，或加载模型及其视觉投影器。</translation>
    </message>
    <message>
        <source>Open the chat again.</source>
        <translation>请重新打开对话。</translation>
    </message>
    <message>
        <source>Open the file in another program and save it again.</source>
        <translation>请用其他程序打开该文件并重新保存。</translation>
    </message>
    <message>
        <source>Other chats are using the entire context.</source>
        <translation>其他对话占满了整个上下文。</translation>
    </message>
    <message>
        <source>Other devices could reach this server, and it has no key.</source>
        <translation>其他设备可能访问到此服务器，而它没有密钥。</translation>
    </message>
    <message>
        <source>Part of the saved state is damaged.</source>
        <translation>已保存的状态有一部分已损坏。</translation>
    </message>
    <message>
        <source>Part of the saved state is missing or incomplete.</source>
        <translation>已保存的状态有一部分缺失或不完整。</translation>
    </message>
    <message>
        <source>Part of the saved state is missing.</source>
        <translation>已保存的状态缺少一部分。</translation>
    </message>
    <message>
        <source>Part {no} of {count} of this model is missing ({name}).</source>
        <translation>此模型缺少第 {no} 个分卷，共 {count} 个（{name}）。</translation>
    </message>
    <message>
        <source>Preparing {name} stopped. The finished part is saved.</source>
        <translation>{name} 的预处理已停止。已完成的部分已保存。</translation>
    </message>
    <message>
        <source>Print the file to PDF and attach that.</source>
        <translation>请将文件打印为 PDF，然后附加该 PDF。</translation>
    </message>
    <message>
        <source>Put all parts of the model in the same folder.</source>
        <translation>请将模型的所有分卷放在同一文件夹中。</translation>
    </message>
    <message>
        <source>Put fewer layers on the GPU, or set GPU layers to automatic.</source>
        <translation>请减少放在 GPU 上的层数，或将“GPU 层数”设为自动。</translation>
    </message>
    <message>
        <source>Put more layers on the GPU, or choose a smaller model.</source>
        <translation>请增加放在 GPU 上的层数，或选择更小的模型。</translation>
    </message>
    <message>
        <source>Put the file back, or remove the document.</source>
        <translation>请将文件放回原处，或移除该文档。</translation>
    </message>
    <message>
        <source>Quit the program that uses it, or choose a copy from the backups folder.</source>
        <translation>请退出正在使用它的程序，或从 backups 文件夹中选择一个副本。</translation>
    </message>
    <message>
        <source>Read as {encoding}.</source>
        <translation>已按 {encoding} 读取。</translation>
    </message>
    <message>
        <source>Read it again to update what the model sees.</source>
        <translation>请重新读取，以更新模型看到的内容。</translation>
    </message>
    <message>
        <source>Read the document again when you need it.</source>
        <translation>请在需要时重新读取该文档。</translation>
    </message>
    <message>
        <source>Read them again to update what the model sees.</source>
        <translation>请重新读取这些文档，以更新模型看到的内容。</translation>
    </message>
    <message>
        <source>Reading stopped. It continues with your next message.</source>
        <translation>读取已停止。发送下一条消息时会继续。</translation>
    </message>
    <message>
        <source>Reading was stopped.</source>
        <translation>读取已停止。</translation>
    </message>
    <message>
        <source>Reading “{name}” takes long. The model list can&apos;t update until that&apos;s done.</source>
        <translation>读取“{name}”耗时较长。完成之前，模型列表无法更新。</translation>
    </message>
    <message numerus="yes">
        <source>Recovered %Ln message(s).</source>
        <translation>
            <numerusform>已恢复 %Ln 条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>Recurrent models don&apos;t have a KV cache.</source>
        <translation>循环模型没有 KV 缓存。</translation>
    </message>
    <message>
        <source>Refer to definitions within the schema, such as #/$defs/name.</source>
        <translation>请引用 Schema 内部的定义，例如 #/$defs/name。</translation>
    </message>
    <message>
        <source>Regenerate the reply.</source>
        <translation>请重新生成回复。</translation>
    </message>
    <message>
        <source>Reinstall Longthread.</source>
        <translation>请重新安装 Longthread。</translation>
    </message>
    <message>
        <source>Remove the image.</source>
        <translation>请移除图片。</translation>
    </message>
    <message>
        <source>Rename the file, then add it.</source>
        <translation>请重命名文件，然后再添加。</translation>
    </message>
    <message>
        <source>Repeat less in the pattern.</source>
        <translation>请减少正则表达式中的重复。</translation>
    </message>
    <message>
        <source>Restart the engine to continue. Your chats are safe.</source>
        <translation>请重启引擎以继续。你的对话是安全的。</translation>
    </message>
    <message>
        <source>Restore the original file names, which end in -00001-of-0000N.gguf.</source>
        <translation>请恢复原来的文件名，即以 -00001-of-0000N.gguf 结尾的名称。</translation>
    </message>
    <message numerus="yes">
        <source>Restored %Ln message(s) from the backup of {day}. Anything you wrote later is lost.</source>
        <translation>
            <numerusform>已从 {day} 的备份恢复 %Ln 条消息。此后写下的内容已丢失。</numerusform>
        </translation>
    </message>
    <message>
        <source>Run text recognition (OCR) on the file first.</source>
        <translation>请先对文件进行文字识别 (OCR)。</translation>
    </message>
    <message>
        <source>Run the same version of Longthread on both computers.</source>
        <translation>请在两台电脑上使用相同版本的 Longthread。</translation>
    </message>
    <message>
        <source>Run the setup again.</source>
        <translation>请重新运行安装程序。</translation>
    </message>
    <message>
        <source>Save a copy without a password and attach that.</source>
        <translation>请另存一份不带密码的副本，然后附加该副本。</translation>
    </message>
    <message>
        <source>Save a smaller copy and attach that.</source>
        <translation>请另存一份更小的副本，然后附加该副本。</translation>
    </message>
    <message>
        <source>Save or print a copy without a password and attach that.</source>
        <translation>请另存或打印一份不带密码的副本，然后附加该副本。</translation>
    </message>
    <message>
        <source>Save the file as .docx and attach that.</source>
        <translation>请将文件另存为 .docx，然后附加。</translation>
    </message>
    <message>
        <source>Save the file as .docx or PDF and attach that.</source>
        <translation>请将文件另存为 .docx 或 PDF，然后附加。</translation>
    </message>
    <message>
        <source>Save the image as PNG or JPEG and attach that.</source>
        <translation>请将图片另存为 PNG 或 JPEG，然后附加。</translation>
    </message>
    <message>
        <source>Save the pages you need as another PDF and attach that.</source>
        <translation>请将需要的页面另存为单独的 PDF，然后附加。</translation>
    </message>
    <message>
        <source>Save the sheet as CSV and attach that.</source>
        <translation>请将工作表另存为 CSV，然后附加。</translation>
    </message>
    <message>
        <source>Save the slides as PDF and attach that.</source>
        <translation>请将幻灯片另存为 PDF，然后附加。</translation>
    </message>
    <message>
        <source>Saved state version {version} doesn&apos;t exist.</source>
        <translation>不存在版本为 {version} 的已保存状态。</translation>
    </message>
    <message>
        <source>Search for the model on Hugging Face, or choose another one.</source>
        <translation>请在 Hugging Face 上搜索该模型，或选择其他模型。</translation>
    </message>
    <message>
        <source>Send a shorter message, turn on “Compact automatically”, or load the model with a larger context.</source>
        <translation>请发送更短的消息，开启“自动压缩”，或用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>Send the message in smaller parts, or load the model with a larger context.</source>
        <translation>请将消息分成几部分发送，或用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>Send the message in smaller parts.</source>
        <translation>请将消息分成几部分发送。</translation>
    </message>
    <message>
        <source>Set a key, or let it listen on this computer only.</source>
        <translation>请设置密钥，或让服务器仅监听这台电脑。</translation>
    </message>
    <message>
        <source>Set “GPU layers” to 0 in Settings.</source>
        <translation>请在设置中将“GPU 层数”设为 0。</translation>
    </message>
    <message>
        <source>Shorten the system prompt, use fewer tools, or load the model with a larger context.</source>
        <translation>请缩短系统提示词，减少工具，或用更大的上下文加载模型。</translation>
    </message>
    <message>
        <source>Simplify it.</source>
        <translation>请将其简化。</translation>
    </message>
    <message>
        <source>Simplify the schema or grammar.</source>
        <translation>请简化 Schema 或语法。</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted ({reason}).</source>
        <translation>部分数据无法删除（{reason}）。</translation>
    </message>
    <message>
        <source>Some data couldn&apos;t be deleted.</source>
        <translation>部分数据无法删除。</translation>
    </message>
    <message>
        <source>Some messages formed a loop.</source>
        <translation>有些消息形成了循环。</translation>
    </message>
    <message>
        <source>Something went wrong ({reason}).</source>
        <translation>出错了（{reason}）。</translation>
    </message>
    <message>
        <source>Split the model by layers.</source>
        <translation>请按层拆分模型。</translation>
    </message>
    <message>
        <source>Split the object into smaller ones.</source>
        <translation>请将该对象拆分为更小的对象。</translation>
    </message>
    <message>
        <source>Start alternatives with different characters.</source>
        <translation>请让各个备选项以不同的字符开头。</translation>
    </message>
    <message>
        <source>Start the download again. It continues where it stopped.</source>
        <translation>请重新开始下载。下载会从中断处继续。</translation>
    </message>
    <message>
        <source>Start with {{ &quot;type&quot;: &quot;object&quot;, … }}.</source>
        <translation>请以 {{ &quot;type&quot;: &quot;object&quot;, … }} 开头。</translation>
    </message>
    <message>
        <source>Stopped before starting.</source>
        <translation>尚未开始即已停止。</translation>
    </message>
    <message>
        <source>System prompt changed. Longthread reread this chat.</source>
        <translation>系统提示词已更改。Longthread 已重新读取此对话。</translation>
    </message>
    <message>
        <source>The KV cache has {found} rows instead of {expected}.</source>
        <translation>KV 缓存有 {found} 行，应为 {expected} 行。</translation>
    </message>
    <message>
        <source>The KV cache uses q8_0 to save RAM or VRAM.</source>
        <translation>KV 缓存使用 q8_0，以节省内存或显存。</translation>
    </message>
    <message>
        <source>The add-on is for Longthread {version}, but this is version {ours}.</source>
        <translation>此附加组件适用于 Longthread {version}，当前版本为 {ours}。</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged or password-protected.</source>
        <translation>压缩包“{name}”已损坏或受密码保护。</translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged.</source>
        <translation>压缩包“{name}”已损坏。</translation>
    </message>
    <message>
        <source>The chat database is damaged ({reason}).</source>
        <translation>对话数据库已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>The chat “{title}” is too large to import.</source>
        <translation>对话“{title}”太大，无法导入。</translation>
    </message>
    <message>
        <source>The chat&apos;s text is saved.</source>
        <translation>对话的文本已保存。</translation>
    </message>
    <message>
        <source>The chat&apos;s token log has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>此对话的 token 日志版本为 {version}。Longthread 最高支持版本 {newest}。</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is damaged.</source>
        <translation>此对话的 token 日志已损坏。</translation>
    </message>
    <message>
        <source>The chat&apos;s token log is inconsistent.</source>
        <translation>此对话的 token 日志前后不一致。</translation>
    </message>
    <message>
        <source>The computer is out of RAM.</source>
        <translation>电脑的内存已用尽。</translation>
    </message>
    <message>
        <source>The computer ran out of RAM or VRAM. Close other programs, or choose a smaller model.</source>
        <translation>电脑的内存或显存已用尽。请关闭其他程序，或选择更小的模型。</translation>
    </message>
    <message>
        <source>The connection to a worker broke.</source>
        <translation>与工作节点的连接已断开。</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>连接已中断。</translation>
    </message>
    <message>
        <source>The context changed during compaction.</source>
        <translation>上下文在压缩期间发生了变化。</translation>
    </message>
    <message>
        <source>The context changed during compaction: {reason}.</source>
        <translation>上下文在压缩期间发生了变化：{reason}。</translation>
    </message>
    <message>
        <source>The context holds nothing of this chat yet, so there is no state to save.</source>
        <translation>上下文中还没有此对话的内容，因此没有可保存的状态。</translation>
    </message>
    <message>
        <source>The context is full.</source>
        <translation>上下文已满。</translation>
    </message>
    <message>
        <source>The data was deleted.</source>
        <translation>数据已删除。</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>The download of {name} is damaged.</source>
        <translation>下载的 {name} 已损坏。</translation>
    </message>
    <message>
        <source>The download of {name} is damaged: the checksum doesn&apos;t match.</source>
        <translation>下载的 {name} 已损坏：校验和不匹配。</translation>
    </message>
    <message>
        <source>The download probably stopped early. Download the file again.</source>
        <translation>下载可能提前中断了。请重新下载文件。</translation>
    </message>
    <message>
        <source>The downloaded package was changed on the disk.</source>
        <translation>下载的安装包在磁盘上被更改。</translation>
    </message>
    <message>
        <source>The drive or device isn&apos;t responding, so Longthread stopped waiting for it.</source>
        <translation>磁盘或设备没有响应，Longthread 已停止等待。</translation>
    </message>
    <message>
        <source>The engine can&apos;t send its result.</source>
        <translation>引擎无法发送结果。</translation>
    </message>
    <message>
        <source>The engine couldn&apos;t load the saved state.</source>
        <translation>引擎无法加载已保存的状态。</translation>
    </message>
    <message>
        <source>The engine didn&apos;t respond after starting.</source>
        <translation>引擎启动后没有响应。</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t stop.</source>
        <translation>引擎无法停止。</translation>
    </message>
    <message>
        <source>The engine doesn&apos;t support this request: {reason}</source>
        <translation>引擎不支持此请求：{reason}</translation>
    </message>
    <message>
        <source>The engine hasn&apos;t made progress for a while.</source>
        <translation>引擎已有一段时间没有进展。</translation>
    </message>
    <message>
        <source>The engine isn&apos;t installed completely.</source>
        <translation>引擎安装不完整。</translation>
    </message>
    <message>
        <source>The engine isn&apos;t running.</source>
        <translation>引擎未运行。</translation>
    </message>
    <message>
        <source>The engine ran out of RAM or VRAM.</source>
        <translation>引擎的内存或显存已用尽。</translation>
    </message>
    <message>
        <source>The engine sent an invalid message ({reason}).</source>
        <translation>引擎发送了无效消息（{reason}）。</translation>
    </message>
    <message>
        <source>The engine stopped because an internal check failed.</source>
        <translation>引擎因内部检查未通过而停止。</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly (code {status}).</source>
        <translation>引擎意外停止（代码 {status}）。</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({signal}).</source>
        <translation>引擎意外停止（{signal}）。</translation>
    </message>
    <message>
        <source>The engine uses protocol version {version}, but Longthread needs {own}.</source>
        <translation>引擎使用协议版本 {version}，但 Longthread 需要 {own}。</translation>
    </message>
    <message>
        <source>The engine&apos;s native library was built without compaction.</source>
        <translation>引擎的原生库构建时未包含压缩功能。</translation>
    </message>
    <message>
        <source>The file list from Hugging Face has no name or revision.</source>
        <translation>Hugging Face 的文件列表缺少名称或修订版本。</translation>
    </message>
    <message>
        <source>The file may be damaged or need a newer version of Longthread. Try another file.</source>
        <translation>文件可能已损坏，或需要更高版本的 Longthread。请尝试其他文件。</translation>
    </message>
    <message>
        <source>The file may be damaged. Copy the text you need and paste it into your message.</source>
        <translation>文件可能已损坏。请复制需要的文本，然后粘贴到消息中。</translation>
    </message>
    <message>
        <source>The file may be malicious.</source>
        <translation>该文件可能是恶意文件。</translation>
    </message>
    <message>
        <source>The file on {host} is smaller than the part you already have.</source>
        <translation>{host} 上的文件比已下载的部分还小。</translation>
    </message>
    <message>
        <source>The files of {n} documents are gone.</source>
        <translation>{n} 个文档的文件已不存在。</translation>
    </message>
    <message>
        <source>The files stay where they are.</source>
        <translation>文件保持原位。</translation>
    </message>
    <message>
        <source>The folder contains more than {most} folders. Some weren&apos;t searched.</source>
        <translation>该文件夹中的子文件夹超过 {most} 个。部分子文件夹未被搜索。</translation>
    </message>
    <message>
        <source>The folder is missing. Connect its disk, or remove the folder from the list.</source>
        <translation>找不到该文件夹。请连接其所在磁盘，或从列表中移除该文件夹。</translation>
    </message>
    <message>
        <source>The folder “{name}” contains more files than Longthread adds.</source>
        <translation>文件夹“{name}”中的文件超出 Longthread 可添加的数量。</translation>
    </message>
    <message>
        <source>The grammar has more than {most} parts in a row that can be empty, repetitions included.</source>
        <translation>语法中连续可为空的部分超过 {most} 个（含重复）。</translation>
    </message>
    <message>
        <source>The grammar has no “root” rule.</source>
        <translation>语法中没有“root”规则。</translation>
    </message>
    <message>
        <source>The grammar is too ambiguous: the same text matches in too many ways.</source>
        <translation>语法歧义过多：同一文本的匹配方式太多。</translation>
    </message>
    <message>
        <source>The grammar is too complex for the engine: it nests too many repetitions.</source>
        <translation>语法对引擎来说过于复杂：嵌套的重复太多。</translation>
    </message>
    <message>
        <source>The grammar is too large to check.</source>
        <translation>语法太大，无法检查。</translation>
    </message>
    <message>
        <source>The grammar is too long ({length} characters).</source>
        <translation>语法太长（{length} 个字符）。</translation>
    </message>
    <message>
        <source>The grammar&apos;s rules start with one another in too many ways.</source>
        <translation>语法规则之间互为开头的方式太多。</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses the processor.</source>
        <translation>显卡驱动（{backend}）未通过测试。Longthread 将使用处理器。</translation>
    </message>
    <message>
        <source>The graphics driver ({backend}) failed its test. Longthread uses {device}.</source>
        <translation>显卡驱动（{backend}）未通过测试。Longthread 将使用 {device}。</translation>
    </message>
    <message>
        <source>The graphics driver failed in the engine.</source>
        <translation>显卡驱动在引擎中出错。</translation>
    </message>
    <message>
        <source>The graphics driver failed, so {name} runs on the processor for now.</source>
        <translation>显卡驱动出错，{name} 暂时在处理器上运行。</translation>
    </message>
    <message>
        <source>The head profile measurement was stopped.</source>
        <translation>注意力头配置的测量已停止。</translation>
    </message>
    <message>
        <source>The image “{name}” is too large.</source>
        <translation>图片“{name}”太大。</translation>
    </message>
    <message>
        <source>The import or export failed ({reason}).</source>
        <translation>导入或导出失败（{reason}）。</translation>
    </message>
    <message>
        <source>The import was canceled.</source>
        <translation>导入已取消。</translation>
    </message>
    <message>
        <source>The limit is {most} characters.</source>
        <translation>上限为 {most} 个字符。</translation>
    </message>
    <message>
        <source>The local server didn&apos;t start.</source>
        <translation>本地服务器未能启动。</translation>
    </message>
    <message>
        <source>The local server stopped unexpectedly.</source>
        <translation>本地服务器意外停止。</translation>
    </message>
    <message>
        <source>The message is too long for the engine.</source>
        <translation>消息对引擎来说太长。</translation>
    </message>
    <message>
        <source>The model has no such token.</source>
        <translation>模型没有这个 token。</translation>
    </message>
    <message>
        <source>The model returned no output.</source>
        <translation>模型没有返回任何输出。</translation>
    </message>
    <message>
        <source>The model runs on the processor, because GPU layers is 0.</source>
        <translation>“GPU 层数”为 0，因此模型在处理器上运行。</translation>
    </message>
    <message>
        <source>The model runs on the processor: Longthread found no graphics card that it can use.</source>
        <translation>模型在处理器上运行：Longthread 没有找到可用的显卡。</translation>
    </message>
    <message>
        <source>The model runs on the processor: none of its layers fits on {device}.</source>
        <translation>模型在处理器上运行：{device} 连一层也放不下。</translation>
    </message>
    <message>
        <source>The model runs on {device}.</source>
        <translation>模型在 {device} 上运行。</translation>
    </message>
    <message>
        <source>The model was trained for this context size.</source>
        <translation>模型就是按此上下文大小训练的。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template doesn&apos;t support images.</source>
        <translation>模型的对话模板不支持图片。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed: {reason}</source>
        <translation>模型的对话模板出错：{reason}</translation>
    </message>
    <message>
        <source>The model&apos;s chat template is too long ({length} characters).</source>
        <translation>模型的对话模板太长（{length} 个字符）。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits replies.</source>
        <translation>模型的对话模板遗漏了回复。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template omits the message.</source>
        <translation>模型的对话模板遗漏了消息。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template uses reserved names.</source>
        <translation>模型的对话模板使用了保留名称。</translation>
    </message>
    <message>
        <source>The model&apos;s computation failed (status {status}). {reason}</source>
        <translation>模型计算失败（状态 {status}）。{reason}</translation>
    </message>
    <message>
        <source>The model&apos;s output contains invalid numbers, so its heads can&apos;t be measured.</source>
        <translation>模型的输出包含无效数字，因此无法测量其注意力头。</translation>
    </message>
    <message>
        <source>The name of “{name}” isn&apos;t valid Unicode.</source>
        <translation>“{name}”的名称不是有效的 Unicode。</translation>
    </message>
    <message>
        <source>The other chats leave no room in the context.</source>
        <translation>其他对话占用了上下文，没有剩余空间。</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” checks what stands before or after a place, which isn&apos;t supported.</source>
        <translation>正则表达式“{pattern}”会检查某处前后的内容，不支持这种写法。</translation>
    </message>
    <message>
        <source>The pattern “{pattern}” refers to one of its own groups, which isn&apos;t supported.</source>
        <translation>正则表达式“{pattern}”引用了自身的分组，不支持这种写法。</translation>
    </message>
    <message>
        <source>The prepared document comes from another version of Longthread.</source>
        <translation>预处理的文档来自其他版本的 Longthread。</translation>
    </message>
    <message>
        <source>The prepared document is damaged.</source>
        <translation>预处理的文档已损坏。</translation>
    </message>
    <message>
        <source>The prepared document is missing.</source>
        <translation>预处理的文档缺失。</translation>
    </message>
    <message>
        <source>The program at {worker} isn&apos;t a worker. Longthread doesn&apos;t use it.</source>
        <translation>{worker} 上的程序不是工作节点。Longthread 不会使用它。</translation>
    </message>
    <message>
        <source>The release page offers version {version}, although it offered {seen} before.</source>
        <translation>发布页面现在提供版本 {version}，而之前提供的是 {seen}。</translation>
    </message>
    <message>
        <source>The reply can&apos;t continue in this output format.</source>
        <translation>无法以此输出格式继续回复。</translation>
    </message>
    <message>
        <source>The reply so far doesn&apos;t match the output format.</source>
        <translation>目前的回复不符合输出格式。</translation>
    </message>
    <message>
        <source>The saved state and its log differ in length.</source>
        <translation>已保存的状态与其日志长度不一致。</translation>
    </message>
    <message>
        <source>The saved state belongs to another model.</source>
        <translation>已保存的状态属于另一个模型。</translation>
    </message>
    <message>
        <source>The saved state belongs to another version of this chat.</source>
        <translation>已保存的状态属于此对话的另一个版本。</translation>
    </message>
    <message>
        <source>The saved state can&apos;t be trimmed to match this chat.</source>
        <translation>已保存的状态无法裁剪到与此对话一致。</translation>
    </message>
    <message>
        <source>The saved state comes from a newer version of the engine.</source>
        <translation>已保存的状态来自更高版本的引擎。</translation>
    </message>
    <message>
        <source>The saved state has a different KV cache layout.</source>
        <translation>已保存的状态使用不同的 KV 缓存布局。</translation>
    </message>
    <message>
        <source>The saved state has no section “{section}”.</source>
        <translation>已保存的状态没有“{section}”部分。</translation>
    </message>
    <message>
        <source>The saved state has version {version}. Longthread supports versions up to {newest}.</source>
        <translation>已保存的状态版本为 {version}。Longthread 最高支持版本 {newest}。</translation>
    </message>
    <message>
        <source>The saved state is damaged (section {section}).</source>
        <translation>已保存的状态已损坏（{section} 部分）。</translation>
    </message>
    <message>
        <source>The saved state is incomplete or damaged.</source>
        <translation>已保存的状态不完整或已损坏。</translation>
    </message>
    <message>
        <source>The saved state is incomplete.</source>
        <translation>已保存的状态不完整。</translation>
    </message>
    <message>
        <source>The saved state is inconsistent.</source>
        <translation>已保存的状态前后不一致。</translation>
    </message>
    <message>
        <source>The saved state is larger than the loaded model&apos;s context.</source>
        <translation>已保存的状态超出所加载模型的上下文。</translation>
    </message>
    <message>
        <source>The saved state is larger than this model&apos;s context can be.</source>
        <translation>已保存的状态超出此模型上下文的最大容量。</translation>
    </message>
    <message>
        <source>The saved state&apos;s header is damaged.</source>
        <translation>已保存的状态的文件头已损坏。</translation>
    </message>
    <message>
        <source>The saved state&apos;s list of parts is damaged ({reason}).</source>
        <translation>已保存的状态的分块列表已损坏（{reason}）。</translation>
    </message>
    <message>
        <source>The saved state&apos;s log is damaged.</source>
        <translation>已保存的状态的日志已损坏。</translation>
    </message>
    <message>
        <source>The saved state&apos;s section table is damaged.</source>
        <translation>已保存的状态的区段表已损坏。</translation>
    </message>
    <message>
        <source>The schema has a pattern whose nested repetitions multiply to {times}; the limit is {most}.</source>
        <translation>Schema 中有一个正则表达式的嵌套重复相乘达到 {times} 次；上限为 {most}。</translation>
    </message>
    <message>
        <source>The schema has too many patterns.</source>
        <translation>Schema 中的正则表达式太多。</translation>
    </message>
    <message>
        <source>The schema is nested too deeply or contains a number that is too long.</source>
        <translation>Schema 嵌套过深，或包含过长的数字。</translation>
    </message>
    <message>
        <source>The schema is too large or nested too deeply.</source>
        <translation>Schema 太大或嵌套过深。</translation>
    </message>
    <message>
        <source>The schema is too long ({length} characters).</source>
        <translation>Schema 太长（{length} 个字符）。</translation>
    </message>
    <message>
        <source>The schema must be a JSON object.</source>
        <translation>Schema 必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}” in a circle, so no value matches.</source>
        <translation>Schema 循环引用了“{reference}”，因此没有值能符合。</translation>
    </message>
    <message>
        <source>The schema refers to “{reference}”, which it doesn&apos;t contain.</source>
        <translation>Schema 引用了其中不存在的“{reference}”。</translation>
    </message>
    <message>
        <source>The server sent the wrong part of the file.</source>
        <translation>服务器发送的文件片段不正确。</translation>
    </message>
    <message>
        <source>The system killed the engine, possibly for lack of RAM.</source>
        <translation>系统终止了引擎，可能是内存不足。</translation>
    </message>
    <message>
        <source>The system prompt and tools take {tokens} of the context&apos;s {context} tokens, so no message fits.</source>
        <translation>系统提示词和工具占用了上下文 {context} 个 token 中的 {tokens} 个，放不下任何消息。</translation>
    </message>
    <message>
        <source>The task was stopped.</source>
        <translation>任务已停止。</translation>
    </message>
    <message>
        <source>The text to compact ends inside an already compacted block.</source>
        <translation>要压缩的文本在已压缩的块内部结束。</translation>
    </message>
    <message>
        <source>The update information expired on {day}, so Longthread can&apos;t tell whether there is a newer version.</source>
        <translation>更新信息已于 {day} 过期，因此 Longthread 无法判断是否有新版本。</translation>
    </message>
    <message>
        <source>The update information is too long.</source>
        <translation>更新信息太长。</translation>
    </message>
    <message>
        <source>The update information isn&apos;t signed by Longthread&apos;s developers, so it was ignored.</source>
        <translation>更新信息没有 Longthread 开发者的签名，已被忽略。</translation>
    </message>
    <message>
        <source>The vision projector can&apos;t process an image. {reason}</source>
        <translation>视觉投影器无法处理图片。{reason}</translation>
    </message>
    <message>
        <source>The vision projector returned an unexpected result for an image.</source>
        <translation>视觉投影器对一张图片返回了意外的结果。</translation>
    </message>
    <message>
        <source>The vision projector {name} is missing.</source>
        <translation>视觉投影器 {name} 缺失。</translation>
    </message>
    <message>
        <source>The worker {worker} doesn&apos;t respond. Longthread doesn&apos;t use it.</source>
        <translation>工作节点 {worker} 没有响应。Longthread 不会使用它。</translation>
    </message>
    <message>
        <source>The worker {worker} offers no device. Longthread doesn&apos;t use it.</source>
        <translation>工作节点 {worker} 未提供设备。Longthread 不会使用它。</translation>
    </message>
    <message>
        <source>The worker {worker} uses protocol {theirs}, this version {ours}. Longthread doesn&apos;t use it.</source>
        <translation>工作节点 {worker} 使用协议 {theirs}，此版本使用 {ours}。Longthread 不会使用它。</translation>
    </message>
    <message>
        <source>There is a newer compaction.</source>
        <translation>之后还有一次压缩。</translation>
    </message>
    <message>
        <source>There is no compacted text to move closer together.</source>
        <translation>没有可进一步靠拢的已压缩文本。</translation>
    </message>
    <message>
        <source>There is no compaction to undo.</source>
        <translation>没有可撤销的压缩。</translation>
    </message>
    <message>
        <source>There is no grammar yet.</source>
        <translation>还没有语法。</translation>
    </message>
    <message>
        <source>There is no message to reply to.</source>
        <translation>没有可回复的消息。</translation>
    </message>
    <message>
        <source>There is no room for {n} more tokens in this model&apos;s context.</source>
        <translation>此模型的上下文放不下另外 {n} 个 token。</translation>
    </message>
    <message>
        <source>There is no room in the context for this image.</source>
        <translation>上下文放不下此图片。</translation>
    </message>
    <message>
        <source>There is no room to reread the text.</source>
        <translation>没有空间重新读取文本。</translation>
    </message>
    <message>
        <source>There is no schema yet.</source>
        <translation>还没有 Schema。</translation>
    </message>
    <message>
        <source>There is no {backend} add-on for your system.</source>
        <translation>没有适合此系统的 {backend} 附加组件。</translation>
    </message>
    <message>
        <source>There is nothing to embed: a text has no tokens.</source>
        <translation>没有可嵌入的内容：有一段文本没有 token。</translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation>没有可导出的内容。</translation>
    </message>
    <message>
        <source>There is nothing to import here.</source>
        <translation>这里没有可导入的内容。</translation>
    </message>
    <message>
        <source>There is text at this place already.</source>
        <translation>此处已有文本。</translation>
    </message>
    <message>
        <source>There isn&apos;t enough free RAM to save this chat&apos;s state.</source>
        <translation>空闲内存不足，无法保存此对话的状态。</translation>
    </message>
    <message>
        <source>There isn&apos;t enough room in the context to prepare the document.</source>
        <translation>上下文空间不足，无法预处理该文档。</translation>
    </message>
    <message>
        <source>These keys are reserved for typing and selecting.</source>
        <translation>这些按键保留用于输入和选择。</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t check for updates.</source>
        <translation>此 Longthread 构建版本无法检查更新。</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t read images: {reason}</source>
        <translation>此 Longthread 构建版本无法读取图片：{reason}</translation>
    </message>
    <message>
        <source>This build of Longthread can&apos;t work together with other computers.</source>
        <translation>此 Longthread 构建版本无法与其他电脑协同工作。</translation>
    </message>
    <message>
        <source>This chat isn&apos;t open in the engine.</source>
        <translation>此对话未在引擎中打开。</translation>
    </message>
    <message>
        <source>This chat no longer exists.</source>
        <translation>此对话已不存在。</translation>
    </message>
    <message>
        <source>This chat&apos;s context isn&apos;t loaded yet.</source>
        <translation>此对话的上下文尚未加载。</translation>
    </message>
    <message>
        <source>This context can&apos;t be compacted.</source>
        <translation>此上下文无法压缩。</translation>
    </message>
    <message>
        <source>This file isn&apos;t a saved state.</source>
        <translation>此文件不是已保存的状态。</translation>
    </message>
    <message>
        <source>This isn&apos;t a folder.</source>
        <translation>这不是文件夹。</translation>
    </message>
    <message>
        <source>This message has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>此消息约有 {tokens} 个 token，但上下文只放得下 {room} 个。</translation>
    </message>
    <message>
        <source>This model file is damaged.</source>
        <translation>此模型文件已损坏。</translation>
    </message>
    <message>
        <source>This model file is damaged: its header is incomplete.</source>
        <translation>此模型文件已损坏：文件头不完整。</translation>
    </message>
    <message>
        <source>This model file is damaged: {what}.</source>
        <translation>此模型文件已损坏：{what}。</translation>
    </message>
    <message>
        <source>This model file is incomplete: it has {size} of at least {needed} bytes.</source>
        <translation>此模型文件不完整：只有 {size} 字节，至少应为 {needed} 字节。</translation>
    </message>
    <message>
        <source>This model has no vocabulary, so it can&apos;t read or write text.</source>
        <translation>此模型没有词表，无法读写文本。</translation>
    </message>
    <message>
        <source>This model is loaded for one chat only, so it can&apos;t prepare documents.</source>
        <translation>此模型加载时只支持一个对话，因此无法预处理文档。</translation>
    </message>
    <message>
        <source>This model is loaded without its vision projector, so it can&apos;t see images.</source>
        <translation>此模型加载时未带视觉投影器，无法查看图片。</translation>
    </message>
    <message>
        <source>This model reads an image in one step of {tokens} tokens, but only {most} fit.</source>
        <translation>此模型读取图片时一次需要 {tokens} 个 token，但最多只放得下 {most} 个。</translation>
    </message>
    <message>
        <source>This model requires a Hugging Face account.</source>
        <translation>此模型需要 Hugging Face 账号。</translation>
    </message>
    <message>
        <source>This model runs without flash attention, which compaction needs.</source>
        <translation>此模型运行时未启用 Flash Attention，而压缩需要它。</translation>
    </message>
    <message>
        <source>This model&apos;s context can&apos;t be compacted. {reason}</source>
        <translation>此模型的上下文无法压缩。{reason}</translation>
    </message>
    <message>
        <source>This preset rereads the text and can&apos;t be interrupted.</source>
        <translation>此预设会重新读取文本，无法中断。</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>请过一会儿重试。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>Try again to use the GPU.</source>
        <translation>请重试以使用 GPU。</translation>
    </message>
    <message>
        <source>Try again with fewer GPU layers or a smaller context, or choose another model.</source>
        <translation>请减少 GPU 层数或减小上下文后重试，或选择其他模型。</translation>
    </message>
    <message>
        <source>Try again, or choose another model.</source>
        <translation>请重试，或选择其他模型。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>Try again. The chat is saved.</source>
        <translation>请重试。对话已保存。</translation>
    </message>
    <message>
        <source>Try another build of this model, or a model with a chat template.</source>
        <translation>请尝试此模型的其他构建版本，或带对话模板的模型。</translation>
    </message>
    <message>
        <source>Try another build of this model.</source>
        <translation>请尝试此模型的其他构建版本。</translation>
    </message>
    <message>
        <source>Try another file.</source>
        <translation>请尝试其他文件。</translation>
    </message>
    <message>
        <source>Try other search terms.</source>
        <translation>请尝试其他搜索词。</translation>
    </message>
    <message>
        <source>Turn off “Stay offline” in Privacy, then try again.</source>
        <translation>请在“隐私”中关闭“保持离线”，然后重试。</translation>
    </message>
    <message>
        <source>Turn on flash attention, or choose the KV cache type f16.</source>
        <translation>请开启 Flash Attention，或选择 KV 缓存类型 f16。</translation>
    </message>
    <message>
        <source>Undo that one first.</source>
        <translation>请先撤销那一次。</translation>
    </message>
    <message>
        <source>Undo the later deletion first.</source>
        <translation>请先撤销之后的删除。</translation>
    </message>
    <message>
        <source>Unlock the password store, then try again.</source>
        <translation>请解锁密码管理器，然后重试。</translation>
    </message>
    <message>
        <source>Unpack the archive and attach its files.</source>
        <translation>请解压该压缩包，然后附加其中的文件。</translation>
    </message>
    <message>
        <source>Unpack the archive and choose a smaller folder.</source>
        <translation>请解压该压缩包，然后选择更小的文件夹。</translation>
    </message>
    <message>
        <source>Unpack the archive first.</source>
        <translation>请先解压该压缩包。</translation>
    </message>
    <message>
        <source>Update Longthread, then try again.</source>
        <translation>请更新 Longthread，然后重试。</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread.</source>
        <translation>请更新显卡驱动，然后重启 Longthread。</translation>
    </message>
    <message>
        <source>Update the graphics driver and restart Longthread. The model page shows the reason.</source>
        <translation>请更新显卡驱动，然后重启 Longthread。原因见模型页面。</translation>
    </message>
    <message>
        <source>Use repetition instead: a ::= b (&quot;,&quot; b)*</source>
        <translation>请改用重复：a ::= b (&quot;,&quot; b)*</translation>
    </message>
    <message>
        <source>Use the open window, or close it first. Your chats are in {folder}.</source>
        <translation>请使用已打开的窗口，或先将其关闭。你的对话位于 {folder}。</translation>
    </message>
    <message>
        <source>Use this model for text. For images, choose a model such as Qwen2.5-VL, Qwen3-VL, Gemma 3 or Pixtral.</source>
        <translation>请将此模型用于文本。处理图片请选择 Qwen2.5-VL、Qwen3-VL、Gemma 3 或 Pixtral 等模型。</translation>
    </message>
    <message>
        <source>Wait until it finishes, or cancel it.</source>
        <translation>请等待其完成，或将其取消。</translation>
    </message>
    <message>
        <source>Wait, choose another model, or choose “Force stop”. Your chats are safe.</source>
        <translation>请等待，选择其他模型，或选择“强制停止”。你的对话是安全的。</translation>
    </message>
    <message>
        <source>Wayland doesn&apos;t let programs listen for keys while another program is in front.</source>
        <translation>在 Wayland 下，其他程序位于前台时，程序无法监听按键。</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the document.</source>
        <translation>Longthread 已读取的内容会保留，直到你移除该文档。</translation>
    </message>
    <message>
        <source>What Longthread read stays until you remove the documents.</source>
        <translation>Longthread 已读取的内容会保留，直到你移除这些文档。</translation>
    </message>
    <message>
        <source>Write a message first.</source>
        <translation>请先输入消息。</translation>
    </message>
    <message>
        <source>You can import exports and backups from Longthread, and chats from ChatGPT and Claude (conversations.json or the zip), Open WebUI, LM Studio and Jan (thread.json).</source>
        <translation>可以导入 Longthread 的导出文件和备份，以及 ChatGPT 和 Claude（conversations.json 或 zip 文件）、Open WebUI、LM Studio 和 Jan（thread.json）的对话。</translation>
    </message>
    <message>
        <source>You can keep chatting. The text is saved.</source>
        <translation>你可以继续对话。文本已保存。</translation>
    </message>
    <message>
        <source>You can set a larger context.</source>
        <translation>可以设置更大的上下文。</translation>
    </message>
    <message>
        <source>You decide when to install it.</source>
        <translation>何时安装由你决定。</translation>
    </message>
    <message>
        <source>You forced the engine to stop.</source>
        <translation>你强制停止了引擎。</translation>
    </message>
    <message>
        <source>You need a processor made since 2009 or so.</source>
        <translation>需要大约 2009 年以后生产的处理器。</translation>
    </message>
    <message>
        <source>You undid a compaction, so Longthread compacts this chat only when the context is full.</source>
        <translation>你撤销过一次压缩，因此 Longthread 只在上下文已满时才压缩此对话。</translation>
    </message>
    <message>
        <source>Your account doesn&apos;t have access to this model yet.</source>
        <translation>你的账号尚无此模型的访问权限。</translation>
    </message>
    <message>
        <source>Your chat database was damaged.</source>
        <translation>你的对话数据库已损坏。</translation>
    </message>
    <message>
        <source>Your chat database was missing or empty.</source>
        <translation>你的对话数据库缺失或为空。</translation>
    </message>
    <message>
        <source>Your chats are safe.</source>
        <translation>你的对话是安全的。</translation>
    </message>
    <message>
        <source>Your chats are unchanged.</source>
        <translation>你的对话没有变化。</translation>
    </message>
    <message>
        <source>Your network may require you to sign in first. Try again later.</source>
        <translation>你的网络可能需要先登录。请稍后重试。</translation>
    </message>
    <message>
        <source>Your system can&apos;t use these keys everywhere.</source>
        <translation>你的系统无法全局使用这些按键。</translation>
    </message>
    <message>
        <source>Your system&apos;s password store didn&apos;t delete everything.</source>
        <translation>系统的密码管理器没有删除全部内容。</translation>
    </message>
    <message>
        <source>a model can&apos;t write this character</source>
        <translation>模型无法写出此字符</translation>
    </message>
    <message>
        <source>a number is too long</source>
        <translation>有一个数字太长</translation>
    </message>
    <message>
        <source>a power is too large</source>
        <translation>有一个幂太大</translation>
    </message>
    <message>
        <source>a range has no end</source>
        <translation>有一个范围没有终点</translation>
    </message>
    <message>
        <source>a range is too long</source>
        <translation>有一个范围太长</translation>
    </message>
    <message>
        <source>a repetition can&apos;t end at {most} if it starts at {least}</source>
        <translation>重复次数的下限为 {least} 时，上限不能为 {most}</translation>
    </message>
    <message>
        <source>a repetition must end with “}}”</source>
        <translation>重复必须以“}}”结尾</translation>
    </message>
    <message>
        <source>a tensor has {found} dimensions</source>
        <translation>有一个张量有 {found} 个维度</translation>
    </message>
    <message>
        <source>a text grows too long</source>
        <translation>有一段文本变得太长</translation>
    </message>
    <message>
        <source>a {architecture} model needs a sliding window, but its length is 0</source>
        <translation>{architecture} 模型需要滑动窗口，但其长度为 0</translation>
    </message>
    <message>
        <source>brackets are nested more than {most} levels deep</source>
        <translation>括号嵌套超过 {most} 层</translation>
    </message>
    <message>
        <source>expected a number</source>
        <translation>此处应为数字</translation>
    </message>
    <message>
        <source>expected the name of a rule</source>
        <translation>此处应为规则名称</translation>
    </message>
    <message>
        <source>expected {digits} hexadecimal digits after \{kind}</source>
        <translation>\{kind} 之后应为 {digits} 位十六进制数字</translation>
    </message>
    <message>
        <source>expected “::=” after the name “{name}”</source>
        <translation>名称“{name}”之后应为“::=”</translation>
    </message>
    <message>
        <source>formatting with % isn&apos;t allowed</source>
        <translation>不允许使用 % 格式化</translation>
    </message>
    <message>
        <source>invalid number of tensors or values</source>
        <translation>张量或值的数量无效</translation>
    </message>
    <message>
        <source>invalid number of texts</source>
        <translation>文本数量无效</translation>
    </message>
    <message>
        <source>invalid text length ({length})</source>
        <translation>文本长度无效（{length}）</translation>
    </message>
    <message>
        <source>invalid version {version}</source>
        <translation>版本 {version} 无效</translation>
    </message>
    <message>
        <source>it runs too long</source>
        <translation>运行时间太长</translation>
    </message>
    <message>
        <source>it uses a filter that isn&apos;t allowed</source>
        <translation>使用了不允许的过滤器</translation>
    </message>
    <message>
        <source>it uses too much RAM</source>
        <translation>占用内存太多</translation>
    </message>
    <message>
        <source>it writes too much text</source>
        <translation>输出的文本太多</translation>
    </message>
    <message>
        <source>model tokens (&lt;…&gt;) aren&apos;t supported here; write their text</source>
        <translation>此处不支持模型 token（&lt;…&gt;）；请写出其文本</translation>
    </message>
    <message>
        <source>nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>not UTF-8 text</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>nothing can repeat more than {most} times</source>
        <translation>重复次数不能超过 {most} 次</translation>
    </message>
    <message>
        <source>str.format isn&apos;t allowed</source>
        <translation>不允许使用 str.format</translation>
    </message>
    <message>
        <source>str.{name} isn&apos;t allowed</source>
        <translation>不允许使用 str.{name}</translation>
    </message>
    <message>
        <source>the alignment isn&apos;t a power of two</source>
        <translation>对齐值不是 2 的幂</translation>
    </message>
    <message>
        <source>the header is too long</source>
        <translation>文件头太长</translation>
    </message>
    <message>
        <source>the messages contain text that can&apos;t be encoded</source>
        <translation>消息中包含无法编码的文本</translation>
    </message>
    <message>
        <source>the metadata contains a value of unknown type {kind}</source>
        <translation>元数据包含未知类型 {kind} 的值</translation>
    </message>
    <message>
        <source>the metadata contains an array of unknown type {kind}</source>
        <translation>元数据包含未知类型 {kind} 的数组</translation>
    </message>
    <message>
        <source>the process ended</source>
        <translation>进程已结束</translation>
    </message>
    <message>
        <source>the rule “{name}” is defined twice</source>
        <translation>规则“{name}”重复定义</translation>
    </message>
    <message>
        <source>the rule “{name}” isn&apos;t defined</source>
        <translation>规则“{name}”未定义</translation>
    </message>
    <message>
        <source>the table “{name}” is incomplete</source>
        <translation>表“{name}”不完整</translation>
    </message>
    <message>
        <source>the tensor “{name}” doesn&apos;t belong to the architecture {architecture}</source>
        <translation>张量“{name}”不属于架构 {architecture}</translation>
    </message>
    <message>
        <source>the tensor “{name}” has rows of {length} elements, not a multiple of {multiple}</source>
        <translation>张量“{name}”的行有 {length} 个元素，不是 {multiple} 的倍数</translation>
    </message>
    <message>
        <source>the tensor “{name}” has the size {found}, not {expected}</source>
        <translation>张量“{name}”的大小为 {found}，应为 {expected}</translation>
    </message>
    <message>
        <source>the tensor “{name}” is too large</source>
        <translation>张量“{name}”太大</translation>
    </message>
    <message>
        <source>these brackets are empty</source>
        <translation>括号为空</translation>
    </message>
    <message>
        <source>this bracket isn&apos;t closed</source>
        <translation>此括号未闭合</translation>
    </message>
    <message>
        <source>this text has no closing quote</source>
        <translation>此文本缺少右引号</translation>
    </message>
    <message>
        <source>this “[” isn&apos;t closed</source>
        <translation>此处的“[”未闭合</translation>
    </message>
    <message>
        <source>unexpected data after the end</source>
        <translation>结尾之后有多余数据</translation>
    </message>
    <message>
        <source>unexpected end of file</source>
        <translation>文件意外结束</translation>
    </message>
    <message>
        <source>unexpected end of file or invalid JSON</source>
        <translation>文件意外结束或 JSON 无效</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar has too many rules</source>
        <translation>算上所有重复，语法规则太多</translation>
    </message>
    <message>
        <source>with all its repetitions, the grammar is too long</source>
        <translation>算上所有重复，语法太长</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used, because the graphics driver failed its test ({reason}).</source>
        <translation>未使用 {backend}，因为显卡驱动未通过测试（{reason}）。</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: it found no graphics card.</source>
        <translation>未使用 {backend}：没有找到显卡。</translation>
    </message>
    <message>
        <source>{backend} isn&apos;t used: its driver isn&apos;t installed.</source>
        <translation>未使用 {backend}：其驱动未安装。</translation>
    </message>
    <message>
        <source>{bad} of {parts} parts are missing or damaged.</source>
        <translation>{parts} 个分块中有 {bad} 个缺失或损坏。</translation>
    </message>
    <message>
        <source>{blank} of {total} pages contain no text (images aren&apos;t read).</source>
        <translation>{total} 页中有 {blank} 页没有文本（不读取图片）。</translation>
    </message>
    <message>
        <source>{device} had less free VRAM than its driver reported, so fewer layers run on it.</source>
        <translation>{device} 的空闲显存少于驱动报告的数值，因此在其上运行的层较少。</translation>
    </message>
    <message>
        <source>{failed} of {total} pages are damaged and were skipped.</source>
        <translation>{total} 页中有 {failed} 页已损坏，已跳过。</translation>
    </message>
    <message>
        <source>{heads} query heads can&apos;t share {heads_kv} KV heads</source>
        <translation>{heads} 个查询头无法共享 {heads_kv} 个 KV 头</translation>
    </message>
    <message>
        <source>{host} doesn&apos;t have this file or repository.</source>
        <translation>{host} 没有此文件或仓库。</translation>
    </message>
    <message>
        <source>{host} is busy.</source>
        <translation>{host} 正忙。</translation>
    </message>
    <message>
        <source>{host} isn&apos;t responding.</source>
        <translation>{host} 没有响应。</translation>
    </message>
    <message>
        <source>{host} redirected the request to an address that isn&apos;t allowed.</source>
        <translation>{host} 将请求重定向到了不允许的地址。</translation>
    </message>
    <message>
        <source>{host} refused the request (status {status}).</source>
        <translation>{host} 拒绝了请求（状态 {status}）。</translation>
    </message>
    <message>
        <source>{host} reported a server error (status {status}).</source>
        <translation>{host} 报告服务器错误（状态 {status}）。</translation>
    </message>
    <message>
        <source>{host} requires an access token.</source>
        <translation>{host} 需要访问令牌。</translation>
    </message>
    <message>
        <source>{key} contains invalid numbers</source>
        <translation>{key} 包含无效数字</translation>
    </message>
    <message>
        <source>{key} has the invalid value {value}</source>
        <translation>{key} 的值 {value} 无效</translation>
    </message>
    <message>
        <source>{loosened} Nothing was deleted.</source>
        <translation>{loosened}未删除任何内容。</translation>
    </message>
    <message>
        <source>{name} contains no text.</source>
        <translation>{name} 不含文本。</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t contain the add-on, so it was deleted.</source>
        <translation>{name} 不含该附加组件，已删除。</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t make embeddings.</source>
        <translation>{name} 不能生成嵌入。</translation>
    </message>
    <message>
        <source>{name} doesn&apos;t need a head profile. {reason}</source>
        <translation>{name} 不需要注意力头配置。{reason}</translation>
    </message>
    <message>
        <source>{name} failed to load {times} times in a row, so Longthread stopped trying.</source>
        <translation>{name} 连续 {times} 次加载失败，Longthread 已停止尝试。</translation>
    </message>
    <message>
        <source>{name} has about {tokens} tokens, but the context has room for only {room}.</source>
        <translation>{name} 约有 {tokens} 个 token，但上下文只放得下 {room} 个。</translation>
    </message>
    <message>
        <source>{name} has changed since you added it.</source>
        <translation>{name} 在添加后已更改。</translation>
    </message>
    <message>
        <source>{name} has more than {most} MB of text.</source>
        <translation>{name} 的文本超过 {most} MB。</translation>
    </message>
    <message>
        <source>{name} is a GGUF file without a model architecture.</source>
        <translation>{name} 是没有模型架构的 GGUF 文件。</translation>
    </message>
    <message>
        <source>{name} is a big-endian GGUF file.</source>
        <translation>{name} 是大端序 GGUF 文件。</translation>
    </message>
    <message>
        <source>{name} is for audio, not for images.</source>
        <translation>{name} 用于音频，不用于图片。</translation>
    </message>
    <message>
        <source>{name} is incomplete.</source>
        <translation>{name} 不完整。</translation>
    </message>
    <message>
        <source>{name} is larger than announced.</source>
        <translation>{name} 大于声明的大小。</translation>
    </message>
    <message>
        <source>{name} is loaded. Your chat continues.</source>
        <translation>{name} 已加载。对话继续进行。</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts of a model, but its name doesn&apos;t say which one.</source>
        <translation>{name} 是模型的 {count} 个分卷之一，但名称没有说明是哪一个。</translation>
    </message>
    <message>
        <source>{name} is one of {count} parts, but its name says {named}.</source>
        <translation>{name} 是 {count} 个分卷之一，但名称中写的是 {named}。</translation>
    </message>
    <message>
        <source>{name} is still being written.</source>
        <translation>{name} 仍在写入中。</translation>
    </message>
    <message>
        <source>{name} is the vision projector of another model: it has {widths} numbers per row, this model has {width}.</source>
        <translation>{name} 是另一个模型的视觉投影器：它每行有 {widths} 个数值，此模型为 {width} 个。</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a GGUF model file.</source>
        <translation>{name} 不是 GGUF 模型文件。</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a model file.</source>
        <translation>{name} 不是模型文件。</translation>
    </message>
    <message>
        <source>{name} isn&apos;t a vision projector.</source>
        <translation>{name} 不是视觉投影器。</translation>
    </message>
    <message>
        <source>{name} isn&apos;t plain text.</source>
        <translation>{name} 不是纯文本。</translation>
    </message>
    <message>
        <source>{name} made no progress while loading, so Longthread stopped it.</source>
        <translation>{name} 加载时没有进展，Longthread 已将其停止。</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM or VRAM, but only {free:memory} is free.</source>
        <translation>{name} 约需 {need:memory} 内存或显存，但仅有 {free:memory} 空闲。</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} of RAM, but only {free:memory} is free.</source>
        <translation>{name} 约需 {need:memory} 内存，但仅有 {free:memory} 空闲。</translation>
    </message>
    <message>
        <source>{name} needs about {need:memory} on {device}, but only {free:memory} is free there.</source>
        <translation>{name} 在 {device} 上约需 {need:memory}，但那里仅有 {free:memory} 空闲。</translation>
    </message>
    <message>
        <source>{name} uses GGUF version {version}. Longthread supports versions 2 and 3.</source>
        <translation>{name} 使用 GGUF 版本 {version}。Longthread 支持版本 2 和 3。</translation>
    </message>
    <message>
        <source>{name} was moved or deleted.</source>
        <translation>{name} 已被移动或删除。</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its KV cache uses only {taken:memory} of the {budget:memory} you allow.</source>
        <translation>{name} 是按 {most} 个 token 训练的，因此其 KV 缓存仅使用你允许的 {budget:memory} 中的 {taken:memory}。</translation>
    </message>
    <message>
        <source>{name} was trained for {most} tokens, so its context isn&apos;t larger, although you set {asked}. Longer chats continue with compaction.</source>
        <translation>{name} 是按 {most} 个 token 训练的，因此虽然你设置了 {asked}，其上下文也不会更大。更长的对话会通过压缩继续。</translation>
    </message>
    <message>
        <source>{n} documents have changed.</source>
        <translation>{n} 个文档已更改。</translation>
    </message>
    <message>
        <source>{n} files were skipped. Choose a smaller folder.</source>
        <translation>已跳过 {n} 个文件。请选择更小的文件夹。</translation>
    </message>
    <message>
        <source>{n} files were skipped: too large, too many or not text.</source>
        <translation>已跳过 {n} 个文件：太大、太多或不是文本。</translation>
    </message>
    <message>
        <source>{on} of {layers} layers run on {device}, the others on the processor.</source>
        <translation>{layers} 层中有 {on} 层在 {device} 上运行，其余在处理器上运行。</translation>
    </message>
    <message>
        <source>{repo} no longer has {name}.</source>
        <translation>{repo} 中已没有 {name}。</translation>
    </message>
    <message>
        <source>{rescued} The damaged file is kept as {path}, next to backups from earlier days.</source>
        <translation>{rescued}损坏的文件保留为 {path}，与之前几天的备份放在一起。</translation>
    </message>
    <message>
        <source>{text} isn&apos;t a number</source>
        <translation>{text} 不是数字</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} 个 token，全部 {layers} 层在 GPU 上，KV 缓存 {kv:memory}（{kv_type}）。</translation>
    </message>
    <message>
        <source>{tokens} tokens, all {layers} layers on the processor ({threads} threads), KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} 个 token，全部 {layers} 层在处理器上（{threads} 个线程），KV 缓存 {kv:memory}（{kv_type}）。</translation>
    </message>
    <message>
        <source>{tokens} tokens, {there} of {layers} layers on the GPU, KV cache {kv:memory} ({kv_type}).</source>
        <translation>{tokens} 个 token，{layers} 层中有 {there} 层在 GPU 上，KV 缓存 {kv:memory}（{kv_type}）。</translation>
    </message>
    <message>
        <source>{why:whole} The model was loaded for text only.</source>
        <translation>{why:whole}模型已加载，但只支持文本。</translation>
    </message>
    <message>
        <source>{why} The model continues without the document, which stays in the chat.</source>
        <translation>{why}模型会不带文档继续，文档仍保留在对话中。</translation>
    </message>
    <message>
        <source>{why} The model continues without the image, which stays in the chat.</source>
        <translation>{why}模型会不带图片继续，图片仍保留在对话中。</translation>
    </message>
    <message>
        <source>“Stay offline” is on.</source>
        <translation>“保持离线”已开启。</translation>
    </message>
    <message>
        <source>“\{kind}” is unknown; write a backslash as \\</source>
        <translation>“\{kind}”无法识别；反斜杠请写作 \\</translation>
    </message>
    <message>
        <source>“{char}” has nothing to repeat</source>
        <translation>“{char}”前面没有可重复的内容</translation>
    </message>
    <message>
        <source>“{kv_type}” isn&apos;t a KV cache type.</source>
        <translation>“{kv_type}”不是 KV 缓存类型。</translation>
    </message>
    <message>
        <source>“{name}” contains a chat that is too large to import.</source>
        <translation>“{name}”中有一个对话太大，无法导入。</translation>
    </message>
    <message>
        <source>“{name}” contains a damaged chat ({reason}).</source>
        <translation>“{name}”中有一个损坏的对话（{reason}）。</translation>
    </message>
    <message>
        <source>“{name}” contains a message that is too large to import.</source>
        <translation>“{name}”中有一条消息太大，无法导入。</translation>
    </message>
    <message>
        <source>“{name}” contains damaged folders ({reason}).</source>
        <translation>“{name}”中有损坏的文件夹（{reason}）。</translation>
    </message>
    <message>
        <source>“{name}” contains no chats.</source>
        <translation>“{name}”中没有对话。</translation>
    </message>
    <message>
        <source>“{name}” contains no files that Longthread can read.</source>
        <translation>“{name}”中没有 Longthread 能读取的文件。</translation>
    </message>
    <message>
        <source>“{name}” contains only images of pages, no text.</source>
        <translation>“{name}”只含页面图片，没有文本。</translation>
    </message>
    <message>
        <source>“{name}” contains slides, which Longthread can&apos;t read.</source>
        <translation>“{name}”含有幻灯片，Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{name}” contains too many files.</source>
        <translation>“{name}”中的文件太多。</translation>
    </message>
    <message>
        <source>“{name}” contains unsafe XML.</source>
        <translation>“{name}”含有不安全的 XML。</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t exist or isn&apos;t a file.</source>
        <translation>“{name}”不存在或不是文件。</translation>
    </message>
    <message>
        <source>“{name}” doesn&apos;t say which format version it uses.</source>
        <translation>“{name}”没有说明所用的格式版本。</translation>
    </message>
    <message>
        <source>“{name}” has a structure that Longthread can&apos;t read.</source>
        <translation>“{name}”的结构 Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{name}” has an image format that Longthread can&apos;t read.</source>
        <translation>“{name}”的图片格式 Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{name}” has changed.</source>
        <translation>“{name}”已更改。</translation>
    </message>
    <message>
        <source>“{name}” has {total} pages. The limit is {most}.</source>
        <translation>“{name}”有 {total} 页。上限为 {most} 页。</translation>
    </message>
    <message>
        <source>“{name}” is a Rich Text file, which Longthread can&apos;t read.</source>
        <translation>“{name}”是 RTF 文件，Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{name}” is a folder.</source>
        <translation>“{name}”是文件夹。</translation>
    </message>
    <message>
        <source>“{name}” is a workbook, which Longthread can&apos;t read.</source>
        <translation>“{name}”是工作簿，Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{name}” is an OpenDocument file, which Longthread can&apos;t read.</source>
        <translation>“{name}”是 OpenDocument 文件，Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{name}” is an archive.</source>
        <translation>“{name}”是压缩包。</translation>
    </message>
    <message>
        <source>“{name}” is an image, but no model with a vision projector is loaded.</source>
        <translation>“{name}”是图片，但没有加载带视觉投影器的模型。</translation>
    </message>
    <message>
        <source>“{name}” is an image.</source>
        <translation>“{name}”是图片。</translation>
    </message>
    <message>
        <source>“{name}” is damaged or isn&apos;t what it seems.</source>
        <translation>“{name}”已损坏，或与其类型不符。</translation>
    </message>
    <message>
        <source>“{name}” is damaged or too large.</source>
        <translation>“{name}”已损坏或太大。</translation>
    </message>
    <message>
        <source>“{name}” is damaged, and no messages could be recovered from it.</source>
        <translation>“{name}”已损坏，无法从中恢复任何消息。</translation>
    </message>
    <message>
        <source>“{name}” is damaged.</source>
        <translation>“{name}”已损坏。</translation>
    </message>
    <message>
        <source>“{name}” is damaged: none of its pages can be read.</source>
        <translation>“{name}”已损坏：所有页面都无法读取。</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the document is incomplete.</source>
        <translation>“{name}”已损坏：文档不完整。</translation>
    </message>
    <message>
        <source>“{name}” is damaged: the file is incomplete.</source>
        <translation>“{name}”已损坏：文件不完整。</translation>
    </message>
    <message>
        <source>“{name}” is empty.</source>
        <translation>“{name}”为空。</translation>
    </message>
    <message>
        <source>“{name}” is gone.</source>
        <translation>“{name}”已不存在。</translation>
    </message>
    <message>
        <source>“{name}” is in an old Office format.</source>
        <translation>“{name}”是旧版 Office 格式。</translation>
    </message>
    <message>
        <source>“{name}” is in use.</source>
        <translation>“{name}”正在使用中。</translation>
    </message>
    <message>
        <source>“{name}” is password-protected.</source>
        <translation>“{name}”受密码保护。</translation>
    </message>
    <message>
        <source>“{name}” is taking a while.</source>
        <translation>“{name}”需要一些时间。</translation>
    </message>
    <message>
        <source>“{name}” is too large ({size:size}; the limit is {most:size}).</source>
        <translation>“{name}”太大（{size:size}；上限为 {most:size}）。</translation>
    </message>
    <message>
        <source>“{name}” is too large when unpacked.</source>
        <translation>“{name}”解压后太大。</translation>
    </message>
    <message>
        <source>“{name}” is too long (more than {most} characters of text).</source>
        <translation>“{name}”太长（文本超过 {most} 个字符）。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Longthread database.</source>
        <translation>“{name}”不是 Longthread 数据库。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a Word document.</source>
        <translation>“{name}”不是 Word 文档。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a chat export that Longthread supports.</source>
        <translation>“{name}”不是 Longthread 支持的对话导出文件。</translation>
    </message>
    <message>
        <source>“{name}” isn&apos;t a text file.</source>
        <translation>“{name}”不是文本文件。</translation>
    </message>
    <message>
        <source>“{name}” takes too long to read.</source>
        <translation>读取“{name}”耗时太长。</translation>
    </message>
    <message>
        <source>“{name}” takes too much RAM to read.</source>
        <translation>读取“{name}”占用内存太多。</translation>
    </message>
    <message>
        <source>“{name}” uses an encryption that Longthread can&apos;t read.</source>
        <translation>“{name}”使用的加密方式 Longthread 无法读取。</translation>
    </message>
    <message>
        <source>“{pattern}” isn&apos;t a valid pattern ({reason}).</source>
        <translation>“{pattern}”不是有效的正则表达式（{reason}）。</translation>
    </message>
    <message>
        <source>“{repo}” isn&apos;t a valid repository name.</source>
        <translation>“{repo}”不是有效的仓库名称。</translation>
    </message>
    <message>
        <source>“{text}” doesn&apos;t belong here</source>
        <translation>“{text}”不应出现在此处</translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>%Ln saved session(s)</source>
        <translation>
            <numerusform>%Ln 个已保存的会话</numerusform>
        </translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Change it if another program uses this port.</source>
        <translation>如果其他程序占用此端口，请更改。</translation>
    </message>
    <message>
        <source>Coding agent (Claude Code)</source>
        <translation>编程智能体 (Claude Code)</translation>
    </message>
    <message>
        <source>Connect a program</source>
        <translation>连接程序</translation>
    </message>
    <message>
        <source>Copied text contains your key. Programs may use any model name.</source>
        <translation>复制的文本中含有你的密钥。程序可使用任意模型名称。</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>复制密钥</translation>
    </message>
    <message>
        <source>Copy: {name}</source>
        <translation>复制：{name}</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Lets editors, coding agents and scripts on this computer use your model through the OpenAI and Anthropic APIs. When their context fills up, Longthread compacts it and the conversation continues.</source>
        <translation>让这台电脑上的编辑器、编程智能体和脚本通过 OpenAI 和 Anthropic API 使用你的模型。它们的上下文快满时，Longthread 会将其压缩，会话得以继续。</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>本地服务器</translation>
    </message>
    <message>
        <source>Make a new key. Programs with the old one lose access.</source>
        <translation>生成新密钥。使用旧密钥的程序将无法访问。</translation>
    </message>
    <message>
        <source>Nothing else on your network can reach the server, and programs need the key. Their conversations don&apos;t appear among your chats; the Privacy page shows what is saved of them.</source>
        <translation>网络中的其他设备无法访问此服务器，程序也需要密钥。程序的会话不会出现在你的对话中；“隐私”页面会显示其中保存的内容。</translation>
    </message>
    <message>
        <source>Off. No program can use your model.</source>
        <translation>已关闭。没有程序可以使用你的模型。</translation>
    </message>
    <message>
        <source>On, but no model is loaded. Load one so that programs get replies.</source>
        <translation>已开启，但没有加载模型。请加载一个模型，程序才能获得回复。</translation>
    </message>
    <message>
        <source>On. Programs on this computer can use your model.</source>
        <translation>已开启。这台电脑上的程序可以使用你的模型。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Python (openai package)</source>
        <translation>Python（openai 包）</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Requests appear here while the server is on.</source>
        <translation>服务器开启时，请求会显示在这里。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Terminal (curl)</source>
        <translation>终端 (curl)</translation>
    </message>
    <message>
        <source>The server starts when you load a model.</source>
        <translation>加载模型后，服务器会启动。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>VS Code and JetBrains (Continue, config.yaml)</source>
        <translation>VS Code 和 JetBrains (Continue, config.yaml)</translation>
    </message>
    <message>
        <source>Your system has no password store. The key changes when Longthread restarts.</source>
        <translation>系统没有密码管理器。Longthread 重启后密钥会改变。</translation>
    </message>
    <message>
        <source>done in {time}</source>
        <translation>已完成，用时 {time}</translation>
    </message>
    <message>
        <source>error {status}</source>
        <translation>错误 {status}</translation>
    </message>
    <message>
        <source>in progress</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>read {new} of {all} tokens</source>
        <translation>已读取 {new} / {all} 个 token</translation>
    </message>
    <message>
        <source>wrote {n}</source>
        <translation>生成 {n} 个</translation>
    </message>
    <message>
        <source>{n} done since the start</source>
        <translation>启动以来完成 {n} 个</translation>
    </message>
    <message>
        <source>{n} in progress</source>
        <translation>{n} 个进行中</translation>
    </message>
    <message>
        <source>{n} waiting</source>
        <translation>{n} 个排队中</translation>
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
        <translation>0 始终选择最可能的词；值越高越多样。</translation>
    </message>
    <message>
        <source>A JSON schema, or a GBNF grammar with a “root” rule.</source>
        <translation>JSON Schema，或含有“root”规则的 GBNF 语法。</translation>
    </message>
    <message>
        <source>Above 1 avoids recently used words.</source>
        <translation>大于 1 时避免最近用过的词。</translation>
    </message>
    <message>
        <source>Addresses of computers that run “Longthread --rpc-worker”, such as 192.168.1.20:50052.</source>
        <translation>运行“Longthread --rpc-worker”的电脑的地址，例如 192.168.1.20:50052。</translation>
    </message>
    <message>
        <source>Advanced sampling</source>
        <translation>高级采样</translation>
    </message>
    <message>
        <source>Alerts you when a longer reply finishes while you use another window. Notifications need a tray icon and never show the reply.</source>
        <translation>在你使用其他窗口时，较长的回复完成后会提醒你。通知需要托盘图标，且从不显示回复内容。</translation>
    </message>
    <message>
        <source>Allowed phrase length</source>
        <translation>允许的短语长度</translation>
    </message>
    <message>
        <source>Animates interface changes. Always off if your system reduces motion.</source>
        <translation>为界面变化显示动画。如果系统设置了减弱动态效果，则始终关闭。</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Asks Longthread&apos;s release page once a week whether there is a new version. Nothing is installed without you.</source>
        <translation>每周在 Longthread 的发布页面检查一次新版本。未经你同意不会安装任何内容。</translation>
    </message>
    <message>
        <source>Avoids words more the more often they were used; below 0 prefers them.</source>
        <translation>词出现得越频繁，越会避免使用；小于 0 时偏好这些词。</translation>
    </message>
    <message>
        <source>Avoids words that were already used; below 0 prefers them.</source>
        <translation>避免已经用过的词；小于 0 时偏好这些词。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Below 1, the temperature reacts early to uncertainty; above 1, late. Needs a temperature range.</source>
        <translation>小于 1 时，温度较早对不确定性作出反应；大于 1 时较晚。需要设置温度范围。</translation>
    </message>
    <message>
        <source>Blocks all network requests, including searches, downloads and workers.</source>
        <translation>阻止所有网络请求，包括搜索、下载和工作节点。</translation>
    </message>
    <message>
        <source>Brings Longthread to the front, whichever program you use.</source>
        <translation>无论你在使用哪个程序，都将 Longthread 移到最前。</translation>
    </message>
    <message>
        <source>CPU threads to use. Automatic: measured when you first load a model.</source>
        <translation>使用的 CPU 线程数。自动：首次加载模型时测量。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chat text size</source>
        <translation>对话文字大小</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>每周检查更新</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>检查拼写</translation>
    </message>
    <message>
        <source>Collect facts from chats</source>
        <translation>从对话中收集事实</translation>
    </message>
    <message>
        <source>Collect facts from documents</source>
        <translation>从文档中收集事实</translation>
    </message>
    <message>
        <source>Compact automatically</source>
        <translation>自动压缩</translation>
    </message>
    <message>
        <source>Compact down to</source>
        <translation>压缩后的用量</translation>
    </message>
    <message>
        <source>Compacts the older part of a chat when its context fills up.</source>
        <translation>上下文快满时，压缩对话的较早部分。</translation>
    </message>
    <message>
        <source>Compacts the oldest part, or forgets the oldest messages: the text stays, but the model no longer sees it. Models that can&apos;t compact always forget.</source>
        <translation>压缩最早的部分，或遗忘最早的消息：文本仍保留，但模型不再看到这些文本。无法压缩的模型始终采用遗忘。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Context as a share</source>
        <translation>上下文（占比）</translation>
    </message>
    <message>
        <source>Context in MB</source>
        <translation>上下文（MB）</translation>
    </message>
    <message>
        <source>Context in tokens</source>
        <translation>上下文（token）</translation>
    </message>
    <message>
        <source>Context meter</source>
        <translation>上下文用量</translation>
    </message>
    <message>
        <source>Context size in</source>
        <translation>上下文大小单位</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Dictionaries your messages are checked with. Your system provides them. Automatic: the languages of the system and of the window.</source>
        <translation>用于检查消息拼写的词典，由系统提供。自动：系统和界面的语言。</translation>
    </message>
    <message>
        <source>Enter sends and Shift+Enter adds a line. When off, the other way around.</source>
        <translation>按 Enter 发送，按 Shift+Enter 换行。关闭时则相反。</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>Follow linked facts</source>
        <translation>追踪关联的事实</translation>
    </message>
    <message>
        <source>Follow the system, or always use light or dark.</source>
        <translation>跟随系统，或始终使用浅色或深色。</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Frees the model&apos;s RAM and VRAM when it wasn&apos;t used for a while. It loads again when you write or send a message. Not while the local server runs.</source>
        <translation>模型一段时间未使用时，释放其占用的内存和显存。你输入或发送消息时会重新加载。本地服务器运行时除外。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>GPU layers</source>
        <translation>GPU 层数</translation>
    </message>
    <message>
        <source>Generate titles</source>
        <translation>生成标题</translation>
    </message>
    <message>
        <source>Gives the model passages of the chat&apos;s documents that match your message, and cites them in the reply.</source>
        <translation>将对话文档中与消息匹配的段落提供给模型，并在回复中注明出处。</translation>
    </message>
    <message>
        <source>Global shortcut</source>
        <translation>全局快捷键</translation>
    </message>
    <message>
        <source>How far the temperature varies with the model&apos;s uncertainty. 0 keeps it fixed.</source>
        <translation>温度随模型的不确定性变化的幅度。0 表示固定不变。</translation>
    </message>
    <message>
        <source>How many recent tokens these three penalties consider; -1 for all.</source>
        <translation>这三项惩罚考虑最近多少个 token；-1 表示全部。</translation>
    </message>
    <message>
        <source>How many recent tokens to search for repeated phrases; -1 for all.</source>
        <translation>在最近多少个 token 中查找重复短语；-1 表示全部。</translation>
    </message>
    <message>
        <source>How much the model reasons, if supported. Auto: model default.</source>
        <translation>模型思考的深入程度（如果支持）。自动：模型默认值。</translation>
    </message>
    <message>
        <source>How much the penalty grows with each repeated word.</source>
        <translation>每多重复一个词，惩罚增长多少。</translation>
    </message>
    <message>
        <source>How often the likeliest words are skipped (XTC) so that less common ones get a chance.</source>
        <translation>跳过最可能的词的频率 (XTC)，让较少见的词有机会出现。</translation>
    </message>
    <message>
        <source>How quickly Mirostat adapts.</source>
        <translation>Mirostat 的调整速度。</translation>
    </message>
    <message>
        <source>How strongly to avoid repeated phrases (DRY). 0 turns this off.</source>
        <translation>避免重复短语的力度 (DRY)。0 表示关闭。</translation>
    </message>
    <message>
        <source>How surprising the text should be. Lower is plainer.</source>
        <translation>文本的意外程度。越低越平实。</translation>
    </message>
    <message>
        <source>If a compaction would leave fewer of the next 100 words unchanged, Longthread compacts less, as long as that frees enough space. 0 for no limit.</source>
        <translation>如果某次压缩会让后续 100 个词中不变的词少于此数，Longthread 会减少压缩，只要仍能腾出足够空间。0 表示不限。</translation>
    </message>
    <message>
        <source>If prepared documents need more space, the least recently used are deleted and prepared again when needed.</source>
        <translation>预处理的文档需要更多空间时，会删除最久未使用的，需要时再重新预处理。</translation>
    </message>
    <message>
        <source>If saved states need more space, the least recently used are deleted and Longthread rereads those chats when you open them. Automatic is a tenth of the free space, at most 20 GB.</source>
        <translation>已保存的状态需要更多空间时，会删除最久未使用的；打开那些对话时，Longthread 会重新读取。自动为可用空间的十分之一，最多 20 GB。</translation>
    </message>
    <message>
        <source>Instructions at the start of every new chat. They are never compacted.</source>
        <translation>每个新对话开头的指令。永远不会被压缩。</translation>
    </message>
    <message>
        <source>Interface language. Applies after restart; the model replies in the language you write in.</source>
        <translation>界面语言。重启后生效；模型会用你输入的语言回复。</translation>
    </message>
    <message>
        <source>Interface scale</source>
        <translation>界面缩放</translation>
    </message>
    <message>
        <source>KV cache type</source>
        <translation>KV 缓存类型</translation>
    </message>
    <message>
        <source>Keep recent tokens</source>
        <translation>保留最近的 token</translation>
    </message>
    <message>
        <source>Keeps how likely each token of a reply was, and what else could have stood in its place. A button below the reply shows this.</source>
        <translation>保留回复中每个 token 的概率，以及此处可能出现的其他选项。可通过回复下方的按钮查看。</translation>
    </message>
    <message>
        <source>Keeps the text evenly surprising instead of limiting the choice. Replaces top k, top p and similar limits.</source>
        <translation>让文本的意外程度保持均匀，而不是限制选择范围。取代 Top k、Top p 等限制。</translation>
    </message>
    <message>
        <source>Keeps words about as surprising as the model expects, up to this share. 100 % for all.</source>
        <translation>保留意外程度接近模型预期的词，直到达到此占比。100% 表示全部。</translation>
    </message>
    <message>
        <source>Keeps words within this many standard deviations of the likeliest. 0 for all.</source>
        <translation>保留与最可能的词相差不超过此标准差倍数的词。0 表示全部。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Length and stopping</source>
        <translation>长度和停止</translation>
    </message>
    <message>
        <source>Load a chat&apos;s model</source>
        <translation>加载对话所用的模型</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Maximum reply length</source>
        <translation>最大回复长度</translation>
    </message>
    <message>
        <source>Maximum size of the KV cache.</source>
        <translation>KV 缓存的大小上限。</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Minimum unchanged words</source>
        <translation>不变用词下限</translation>
    </message>
    <message>
        <source>Mirostat</source>
        <translation>Mirostat</translation>
    </message>
    <message>
        <source>Mirostat speed</source>
        <translation>Mirostat 速度</translation>
    </message>
    <message>
        <source>Mirostat surprise</source>
        <translation>Mirostat 意外度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model layers that run on the GPU, 0 for none. Automatic: as many as fit.</source>
        <translation>在 GPU 上运行的模型层数，0 表示不使用。自动：能放下多少就放多少。</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画效果</translation>
    </message>
    <message>
        <source>Notify when a reply is ready</source>
        <translation>回复完成时通知</translation>
    </message>
    <message>
        <source>Number format of the KV cache. q8_0 needs half of f16 with almost no loss; q5_0 and q4_0 need a third and lose some quality.</source>
        <translation>KV 缓存的数值格式。q8_0 只需 f16 的一半，几乎没有损失；q5_0 和 q4_0 只需三分之一，质量略有下降。</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>其他电脑</translation>
    </message>
    <message>
        <source>Output format</source>
        <translation>输出格式</translation>
    </message>
    <message>
        <source>Passages for your message also come from facts about the people and things you name, and from facts linked with those.</source>
        <translation>与消息相关的段落也会取自你提到的人物和事物的事实，以及与之关联的事实。</translation>
    </message>
    <message>
        <source>Passages from documents</source>
        <translation>文档段落</translation>
    </message>
    <message>
        <source>Penalty range</source>
        <translation>惩罚范围</translation>
    </message>
    <message>
        <source>Phrase penalty</source>
        <translation>短语惩罚</translation>
    </message>
    <message>
        <source>Phrase penalty growth</source>
        <translation>短语惩罚增长</translation>
    </message>
    <message>
        <source>Phrase search range</source>
        <translation>短语查找范围</translation>
    </message>
    <message>
        <source>Phrases up to this length may repeat.</source>
        <translation>不超过此长度的短语可以重复。</translation>
    </message>
    <message>
        <source>Picks from the k likeliest words. 0 for all.</source>
        <translation>从 k 个最可能的词中选择。0 表示全部。</translation>
    </message>
    <message>
        <source>Picks from the likeliest words that together reach this share.</source>
        <translation>从合计达到此占比的最可能的词中选择。</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电源</translation>
    </message>
    <message>
        <source>Prepare documents</source>
        <translation>预处理文档</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Puts as many layers as fit on computers that lend their RAM or VRAM, for models that are too large for this one. Replies are slower over the network.</source>
        <translation>对于这台电脑放不下的模型，将尽可能多的层放到借出内存或显存的电脑上。通过网络回复会较慢。</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>思考强度</translation>
    </message>
    <message>
        <source>Reasoning in context</source>
        <translation>上下文中的思考过程</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Replies end before any of these texts appears. Write \n for a new line.</source>
        <translation>这些文本即将出现时，回复就会结束。用 \n 表示换行。</translation>
    </message>
    <message>
        <source>Replies stop at this length. You can continue them.</source>
        <translation>回复达到此长度时停止。你可以让它继续。</translation>
    </message>
    <message>
        <source>Required for compaction and smaller KV cache types. Auto: best choice for your device.</source>
        <translation>压缩和更小的 KV 缓存类型需要此功能。自动：适合你设备的最佳选择。</translation>
    </message>
    <message>
        <source>Reserved for reply</source>
        <translation>为回复预留</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Save power on battery</source>
        <translation>使用电池时省电</translation>
    </message>
    <message>
        <source>Schema or grammar</source>
        <translation>Schema 或语法</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Send with Enter</source>
        <translation>按 Enter 发送</translation>
    </message>
    <message>
        <source>Set the context size in tokens, in MB, or as a share of free RAM and VRAM. Applies the next time a model is loaded.</source>
        <translation>按 token、按 MB，或按空闲内存和显存的占比设置上下文大小。下次加载模型时生效。</translation>
    </message>
    <message>
        <source>Share of the RAM and VRAM that is free when no model is loaded.</source>
        <translation>占未加载模型时空闲内存和显存的比例。</translation>
    </message>
    <message>
        <source>Share of the context in use after compaction. Lower frees more space but keeps less detail.</source>
        <translation>压缩后上下文的已用占比。越低腾出的空间越多，但保留的细节越少。</translation>
    </message>
    <message>
        <source>Share of the context in use at which compaction starts.</source>
        <translation>上下文的已用占比达到此值时开始压缩。</translation>
    </message>
    <message>
        <source>Share of the layers on each GPU, such as 3, 1. Leave empty to split by free VRAM.</source>
        <translation>各 GPU 上层数的比例，例如 3, 1。留空则按空闲显存分配。</translation>
    </message>
    <message>
        <source>Show one line that opens when you click it or when the context is being read or compacted, or always show the details.</source>
        <translation>只显示一行，点击时或者读取、压缩上下文时展开；或始终显示详情。</translation>
    </message>
    <message>
        <source>Shows an icon if the system has a tray. Closing the window still quits.</source>
        <translation>如果系统有托盘，则显示图标。关闭窗口仍会退出程序。</translation>
    </message>
    <message>
        <source>Size of text, buttons and images in the whole window. Applies after restart.</source>
        <translation>整个窗口中文字、按钮和图片的大小。重启后生效。</translation>
    </message>
    <message>
        <source>Size of the text in messages and in the message field.</source>
        <translation>消息和输入框中文字的大小。</translation>
    </message>
    <message>
        <source>Skip likely words</source>
        <translation>跳过高概率词</translation>
    </message>
    <message>
        <source>Skip threshold</source>
        <translation>跳过阈值</translation>
    </message>
    <message>
        <source>Skips words less likely than this share of the likeliest.</source>
        <translation>与最可能的词相比，概率低于此比例的词会被跳过。</translation>
    </message>
    <message>
        <source>Space between lines, messages and chats.</source>
        <translation>行、消息和对话之间的间距。</translation>
    </message>
    <message>
        <source>Space for documents</source>
        <translation>文档空间</translation>
    </message>
    <message>
        <source>Space for passages</source>
        <translation>段落空间</translation>
    </message>
    <message>
        <source>Space for saved states</source>
        <translation>已保存状态的空间</translation>
    </message>
    <message>
        <source>Spelling languages</source>
        <translation>拼写检查语言</translation>
    </message>
    <message>
        <source>Split across GPUs</source>
        <translation>GPU 之间的分配</translation>
    </message>
    <message>
        <source>Start compacting at</source>
        <translation>开始压缩的用量</translation>
    </message>
    <message>
        <source>Stay awake while working</source>
        <translation>工作时保持唤醒</translation>
    </message>
    <message>
        <source>Stay offline</source>
        <translation>保持离线</translation>
    </message>
    <message>
        <source>Stop sequences</source>
        <translation>停止序列</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Temperature curve</source>
        <translation>温度曲线</translation>
    </message>
    <message>
        <source>Temperature range</source>
        <translation>温度范围</translation>
    </message>
    <message>
        <source>Text leaves replies free. JSON, a JSON schema or a grammar structures the reply, but not the reasoning.</source>
        <translation>文本不限制回复。JSON、JSON Schema 或语法会规定回复的结构，但不影响思考过程。</translation>
    </message>
    <message>
        <source>The model also lists who and what your chats are about, when it&apos;s idle. When you turn this off, facts from chats are deleted.</source>
        <translation>模型空闲时，还会列出对话涉及的人物和事物。关闭后，从对话中收集的事实会被删除。</translation>
    </message>
    <message>
        <source>The model lists the people, organizations and places in your chats&apos; documents and how they&apos;re linked, when it&apos;s idle. Code is left out.</source>
        <translation>模型空闲时，会列出对话文档中的人物、组织和地点及其关联。代码除外。</translation>
    </message>
    <message>
        <source>The model names a chat after its first reply, when it&apos;s idle. When off, the first line of your message is the title.</source>
        <translation>首次回复后，模型会在空闲时为对话命名。关闭时，以消息的第一行作为标题。</translation>
    </message>
    <message>
        <source>The most recent tokens of a chat, kept in full detail.</source>
        <translation>对话中完整保留的最近 token。</translation>
    </message>
    <message>
        <source>The most that passages may add to a message. More gives the model more to go by but fills the context sooner.</source>
        <translation>段落最多可为一条消息增加的长度。越多，模型的依据越充分，但上下文会更快占满。</translation>
    </message>
    <message>
        <source>The same seed gives the same reply. -1 picks a random seed.</source>
        <translation>相同的种子产生相同的回复。-1 表示选取随机种子。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Token details</source>
        <translation>token 详情</translation>
    </message>
    <message>
        <source>Token probabilities</source>
        <translation>token 概率</translation>
    </message>
    <message>
        <source>Tokens that fit before compaction starts. Automatic: as many as suit your computer and the model.</source>
        <translation>压缩开始前可容纳的 token。自动：按你的电脑和模型选取合适的数量。</translation>
    </message>
    <message>
        <source>Tokens that stay free for the next reply.</source>
        <translation>为下一条回复空出的 token。</translation>
    </message>
    <message>
        <source>Tokens the model reads at once. Smaller batches need less RAM or VRAM and read more slowly.</source>
        <translation>模型一次读取的 token 数。批越小，占用的内存或显存越少，但读取越慢。</translation>
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
        <translation>托盘图标</translation>
    </message>
    <message>
        <source>Typical p</source>
        <translation>Typical p</translation>
    </message>
    <message>
        <source>Underlines words in your message that your system&apos;s dictionary doesn&apos;t know.</source>
        <translation>为消息中系统词典没有的词语加下划线。</translation>
    </message>
    <message>
        <source>Unload when idle</source>
        <translation>空闲时卸载</translation>
    </message>
    <message>
        <source>Use other computers</source>
        <translation>使用其他电脑</translation>
    </message>
    <message>
        <source>Use reasoning</source>
        <translation>启用思考</translation>
    </message>
    <message>
        <source>When models are idle, they prepare the documents of your chats, so that chats have all of them in view. When off, only matching passages are used.</source>
        <translation>模型空闲时，会预处理对话的文档，让对话能看到文档全部内容。关闭时，只使用匹配的段落。</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>上下文已满时</translation>
    </message>
    <message>
        <source>When you open a chat that was last used with another model: ask whether to load that model, always load it, or stay with the current model.</source>
        <translation>打开上次使用其他模型的对话时：询问是否加载该模型、始终加载，或继续使用当前模型。</translation>
    </message>
    <message>
        <source>Whether reasoning stays in the context after the reply; you can always read it. Auto: model default.</source>
        <translation>回复后思考过程是否留在上下文中；你始终可以查看。自动：模型默认值。</translation>
    </message>
    <message>
        <source>Whether the model reasons before it replies, if supported. Auto: model default.</source>
        <translation>模型回复前是否思考（如果支持）。自动：模型默认值。</translation>
    </message>
    <message>
        <source>While your computer runs on battery, Longthread doesn&apos;t prepare documents, collect facts, measure models or refine compactions, unless you ask it to.</source>
        <translation>电脑使用电池时，Longthread 不会预处理文档、收集事实、测量模型或优化压缩结果，除非你要求这样做。</translation>
    </message>
    <message>
        <source>Words at least this likely can be skipped; one of them always stays.</source>
        <translation>概率不低于此值的词可被跳过；其中总会保留一个。</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作节点</translation>
    </message>
    <message>
        <source>Your computer doesn&apos;t go to sleep automatically while a reply is written, or a model is downloaded or measured.</source>
        <translation>生成回复、下载或测量模型期间，电脑不会自动进入睡眠。</translation>
    </message>
    <message>
        <source>of 100</source>
        <translation>/ 100</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%Ln character(s) too long. Longthread keeps the earlier text.</source>
        <translation>
            <numerusform>超出 %Ln 个字符。Longthread 会保留之前的文本。</numerusform>
        </translation>
    </message>
    <message>
        <source>All sections</source>
        <translation>所有分类</translation>
    </message>
    <message>
        <source>Change “{label}” to use this.</source>
        <translation>要使用此项，请更改“{label}”。</translation>
    </message>
    <message>
        <source>Increase “{label}” to use this.</source>
        <translation>要使用此项，请调高“{label}”。</translation>
    </message>
    <message>
        <source>No matching settings.</source>
        <translation>没有匹配的设置。</translation>
    </message>
    <message>
        <source>Reset “{label}” to its default</source>
        <translation>将“{label}”恢复为默认</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Turn on “{label}” to use this.</source>
        <translation>要使用此项，请开启“{label}”。</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Backspace removes the shortcut. Esc cancels.</source>
        <translation>按 Backspace 移除快捷键，按 Esc 取消。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Click a shortcut to change it. Changes apply immediately.</source>
        <translation>点击快捷键即可更改。更改立即生效。</translation>
    </message>
    <message>
        <source>Fixed shortcuts</source>
        <translation>固定快捷键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>No matching shortcuts.</source>
        <translation>没有匹配的快捷键。</translation>
    </message>
    <message>
        <source>Press keys…</source>
        <translation>请按键…</translation>
    </message>
    <message>
        <source>Reassign</source>
        <translation>重新分配</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Reset “{action}” to its default shortcut</source>
        <translation>将“{action}”恢复为默认快捷键</translation>
    </message>
    <message>
        <source>Search by name or keys</source>
        <translation>按名称或按键搜索</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>“{other}” already uses {keys}.</source>
        <translation>“{other}”已在使用 {keys}。</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Draft: {words}</source>
        <translation>草稿：{words}</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation>导出所有对话</translation>
    </message>
    <message>
        <source>Export chats</source>
        <translation>导出对话</translation>
    </message>
    <message>
        <source>Exporting to {name}</source>
        <translation>正在导出到 {name}</translation>
    </message>
    <message>
        <source>Folder settings…</source>
        <translation>文件夹设置…</translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation>
            <numerusform>文件夹 {name}，%Ln 个对话，{state}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in %Ln message(s)</source>
        <translation>
            <numerusform>在 %Ln 条消息中找到</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in more than %Ln message(s)</source>
        <translation>
            <numerusform>在超过 %Ln 条消息中找到</numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from file…</source>
        <translation>从文件导入对话…</translation>
    </message>
    <message>
        <source>Import chats from folder…</source>
        <translation>从文件夹导入对话…</translation>
    </message>
    <message>
        <source>Importing {name}</source>
        <translation>正在导入 {name}</translation>
    </message>
    <message>
        <source>JSON with all versions…</source>
        <translation>JSON（含所有版本）…</translation>
    </message>
    <message>
        <source>Knowledge</source>
        <translation>知识</translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation>Markdown…</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>模型库</translation>
    </message>
    <message>
        <source>Models run on this computer, unless you switch on “Use other computers”. Longthread uses the network only for what you ask it to do.</source>
        <translation>模型在这台电脑上运行，除非你开启“使用其他电脑”。Longthread 只为你要求的操作使用网络。</translation>
    </message>
    <message>
        <source>More: folders, import, export</source>
        <translation>更多：文件夹、导入、导出</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to trash</source>
        <translation>
            <numerusform>将 %Ln 个对话移至回收站</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移至</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>移至回收站</translation>
    </message>
    <message>
        <source>Move, export and more</source>
        <translation>移动、导出等</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>New chat in folder</source>
        <translation>在文件夹中新建对话</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>No chats yet.
Your chats appear here.</source>
        <translation>还没有对话。
你的对话会显示在这里。</translation>
    </message>
    <message>
        <source>No results for “{searched}”.
Results contain every word, in any order.</source>
        <translation>没有找到与“{searched}”相关的结果。
结果须包含每个词，顺序不限。</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>联网中</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Printing on {name}</source>
        <translation>正在用 {name} 打印</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Remove folder, keep chats</source>
        <translation>移除文件夹，保留对话</translation>
    </message>
    <message>
        <source>Remove from folder</source>
        <translation>移出文件夹</translation>
    </message>
    <message>
        <source>Remove from folders</source>
        <translation>移出文件夹</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Rename folder</source>
        <translation>重命名文件夹</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>搜索标题和消息</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>本周</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>context {share} full</source>
        <translation>上下文已用 {share}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>new reply</source>
        <translation>新回复</translation>
    </message>
    <message>
        <source>not loaded yet</source>
        <translation>尚未加载</translation>
    </message>
    <message>
        <source>partly compacted</source>
        <translation>部分已压缩</translation>
    </message>
    <message>
        <source>writing a reply</source>
        <translation>正在回复</translation>
    </message>
    <message>
        <source>{chosen} selected</source>
        <translation>已选择 {chosen} 个</translation>
    </message>
    <message numerus="yes">
        <source>{share} · %Ln chat(s)</source>
        <translation>
            <numerusform>{share} · %Ln 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个 token</translation>
    </message>
</context>
<context>
    <name>Speech</name>
    <message>
        <source>Can&apos;t read this aloud.</source>
        <translation>无法朗读。</translation>
    </message>
    <message>
        <source>Check the speech settings of your system.</source>
        <translation>请检查系统的语音设置。</translation>
    </message>
</context>
<context>
    <name>Spelling</name>
    <message>
        <source>Add to dictionary</source>
        <translation>添加到词典</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>无建议</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Already open</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>Can&apos;t open your chats</source>
        <translation>无法打开你的对话</translation>
    </message>
    <message>
        <source>Can&apos;t use the data folder</source>
        <translation>无法使用数据文件夹</translation>
    </message>
    <message>
        <source>Choose another folder with --data.</source>
        <translation>请用 --data 选择其他文件夹。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Longthread can&apos;t use {folder} ({problem}).</source>
        <translation>Longthread 无法使用 {folder}（{problem}）。</translation>
    </message>
    <message>
        <source>Longthread quit unexpectedly twice during startup, so it started in safe mode.</source>
        <translation>Longthread 在启动时两次意外退出，因此已在安全模式下启动。</translation>
    </message>
    <message>
        <source>Longthread started in safe mode, without loading a model or opening a chat.</source>
        <translation>Longthread 已在安全模式下启动，未加载模型，也未打开对话。</translation>
    </message>
    <message>
        <source>Your chats and models are safe. Open a chat, load a model, or start normally.</source>
        <translation>你的对话和模型是安全的。请打开对话、加载模型，或正常启动。</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>Decrease {label}</source>
        <translation>减小“{label}”</translation>
    </message>
    <message>
        <source>Increase {label}</source>
        <translation>增大“{label}”</translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message>
        <source>Reading this chat again ({n} tokens) may take a few minutes.</source>
        <translation>重新读取此对话（{n} 个 token）可能需要几分钟。</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} minutes.</source>
        <translation>重新读取此对话大约需要 {n} 分钟。</translation>
    </message>
    <message>
        <source>Reading this chat again takes about {n} seconds.</source>
        <translation>重新读取此对话大约需要 {n} 秒。</translation>
    </message>
    <message>
        <source>Switch model</source>
        <translation>切换模型</translation>
    </message>
    <message numerus="yes">
        <source>This interrupts the reply in %Ln chat(s).</source>
        <translation>
            <numerusform>这会中断 %Ln 个对话中的回复。</numerusform>
        </translation>
    </message>
    <message>
        <source>Use {model} in this chat?</source>
        <translation>要在此对话中使用 {model} 吗？</translation>
    </message>
    <message>
        <source>You can go back to {model} at any time: its saved state is kept.</source>
        <translation>你可以随时换回 {model}：其已保存的状态会保留。</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln found through linked facts</source>
        <translation>
            <numerusform>通过关联的事实找到 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln 个段落</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reasoning token(s) not kept in context</source>
        <translation>
            <numerusform>%Ln 个思考 token 未保留在上下文中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>, compacted</source>
        <translation>，已压缩</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1%</translation>
    </message>
    <message>
        <source>Attached: {words}</source>
        <translation>附件：{words}</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>从这里另开分支</translation>
    </message>
    <message>
        <source>Can&apos;t save the file there ({problem}).</source>
        <translation>无法将文件保存到此处（{problem}）。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Chat messages</source>
        <translation>对话消息</translation>
    </message>
    <message>
        <source>Chat scroll bar</source>
        <translation>对话滚动条</translation>
    </message>
    <message>
        <source>Choose another location.</source>
        <translation>请选择其他位置。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code.</source>
        <comment>read aloud instead of a code block</comment>
        <translation>代码。</translation>
    </message>
    <message>
        <source>Context full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue reply</source>
        <translation>继续回复</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>将消息复制为 Markdown</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Delete this message and all that follow</source>
        <translation>删除此消息及其后所有消息</translation>
    </message>
    <message>
        <source>Don&apos;t wrap lines</source>
        <translation>不自动换行</translation>
    </message>
    <message>
        <source>Edit discarded.</source>
        <translation>已放弃编辑。</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Edit reply</source>
        <translation>编辑回复</translation>
    </message>
    <message>
        <source>Edit your message</source>
        <translation>编辑你的消息</translation>
    </message>
    <message>
        <source>Edited {place}</source>
        <translation>已编辑 · {place}</translation>
    </message>
    <message>
        <source>Error: {text} {hint}</source>
        <translation>错误：{text}{hint}</translation>
    </message>
    <message>
        <source>Find in chat</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Fit error by layer</source>
        <translation>各层拟合误差</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Generate reply</source>
        <translation>生成回复</translation>
    </message>
    <message>
        <source>Grammar</source>
        <translation>语法</translation>
    </message>
    <message>
        <source>Hide probabilities</source>
        <translation>隐藏概率</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>Interrupted when Longthread was closed</source>
        <translation>因 Longthread 关闭而中断</translation>
    </message>
    <message>
        <source>Interrupted when a model was loaded</source>
        <translation>因加载模型而中断</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON Schema</translation>
    </message>
    <message>
        <source>Link to {address}</source>
        <translation>指向 {address} 的链接</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Point at a token to see what else could have stood there.</source>
        <translation>将指针移到 token 上，查看此处还可能出现什么。</translation>
    </message>
    <message>
        <source>Press Enter to view {name}.</source>
        <translation>按 Enter 查看 {name}。</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Read all messages again. They have to fit into the context.</source>
        <translation>重新读取所有消息。上下文须放得下这些消息。</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>朗读</translation>
    </message>
    <message>
        <source>Read anyway</source>
        <translation>仍然读取</translation>
    </message>
    <message>
        <source>Read selection aloud</source>
        <translation>朗读所选内容</translation>
    </message>
    <message>
        <source>Reasoned for {time}</source>
        <translation>思考用时 {time}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Reasoning…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Reply limit reached</source>
        <translation>已达回复长度上限</translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation>回复：{text}</translation>
    </message>
    <message>
        <source>Restore full detail. Rereading may take a while.</source>
        <translation>恢复为完整保留。重新读取可能需要一些时间。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save and ask again</source>
        <translation>保存并重新提问</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>保存代码</translation>
    </message>
    <message>
        <source>Save code to file</source>
        <translation>将代码保存到文件</translation>
    </message>
    <message>
        <source>Scroll to end</source>
        <translation>滚动到末尾</translation>
    </message>
    <message>
        <source>Select all in chat</source>
        <translation>选择对话全部内容</translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>显示全部 %Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln row(s)</source>
        <translation>
            <numerusform>显示全部 %Ln 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show probabilities</source>
        <translation>显示概率</translation>
    </message>
    <message>
        <source>Show these messages to the model again</source>
        <translation>让模型重新看到这些消息</translation>
    </message>
    <message>
        <source>Show {more} more of {rows} rows</source>
        <translation>再显示 {more} 行，共 {rows} 行</translation>
    </message>
    <message>
        <source>Source: {words}</source>
        <translation>来源：{words}</translation>
    </message>
    <message>
        <source>Sources: {words}</source>
        <translation>来源：{words}</translation>
    </message>
    <message>
        <source>Stop reading aloud</source>
        <translation>停止朗读</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Structured output: {name}</source>
        <translation>结构化输出：{name}</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The engine stopped during the reply</source>
        <translation>引擎在回复过程中停止</translation>
    </message>
    <message>
        <source>The left and right arrows go from token to token.</source>
        <translation>按左右方向键在 token 之间移动。</translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation>回复失败。</translation>
    </message>
    <message>
        <source>Tinted where the model was unsure. Probabilities are the model&apos;s own, before the sampling settings.</source>
        <translation>着色处表示模型不确定。概率为模型自身的概率，未经采样设置调整。</translation>
    </message>
    <message>
        <source>Tokens of the reply</source>
        <translation>回复的 token</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo last</source>
        <translation>撤销上次</translation>
    </message>
    <message>
        <source>Undo this compaction</source>
        <translation>撤销此次压缩</translation>
    </message>
    <message>
        <source>Waiting for a model</source>
        <translation>等待模型</translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>no matches</source>
        <translation>无匹配项</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>第 {number} 页</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place} / {total}</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>首个 token 用时 {time}</translation>
    </message>
    <message>
        <source>{token} · others: {others}</source>
        <translation>{token} · 其他：{others}</translation>
    </message>
    <message>
        <source>{why} · the model hasn&apos;t read this message</source>
        <translation>{why} · 模型尚未读取此消息</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln images aren&apos;t in the export, only their names.</source>
        <translation>
            <numerusform>导出内容不含 %Ln 张图片，仅含其名称。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln empty folder(s).</source>
        <translation>
            <numerusform>已添加 %Ln 个空文件夹。</numerusform>
        </translation>
    </message>
    <message>
        <source>Already here: {known} of {chats}.</source>
        <translation>已存在：{known} / {chats}。</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Chat sent to {name}.</source>
        <translation>已将对话发送到 {name}。</translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chat(s) to {name}.</source>
        <translation>
            <numerusform>已将 %Ln 个对话导出到 {name}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chat(s) with {messages}.</source>
        <translation>
            <numerusform>已导入 %Ln 个对话，含 {messages}。</numerusform>
        </translation>
    </message>
    <message>
        <source>No new chats.</source>
        <translation>没有新对话。</translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln non-text item(s).</source>
        <translation>
            <numerusform>已跳过 %Ln 个非文本项目。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln oversized chat(s): {names}.</source>
        <translation>
            <numerusform>已跳过 %Ln 个过大的对话：{names}。</numerusform>
        </translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>an image, not in this file: {name}</source>
        <translation>图片，不在此文件中：{name}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>stopped here</source>
        <translation>在此停止</translation>
    </message>
    <message numerus="yes">
        <source>“{name}” is damaged: recovered %Ln message(s).</source>
        <translation>
            <numerusform>“{name}”已损坏：已恢复 %Ln 条消息。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%Ln day(s) left</source>
        <translation>
            <numerusform>剩余 %Ln 天</numerusform>
        </translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chats in trash</source>
        <translation>回收站中的对话</translation>
    </message>
    <message>
        <source>Delete permanently…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>Delete {number} permanently…</source>
        <translation>永久删除 {number} 个…</translation>
    </message>
    <message>
        <source>Empty trash…</source>
        <translation>清空回收站…</translation>
    </message>
    <message numerus="yes">
        <source>Longthread keeps chats here for %Ln day(s), then deletes them permanently.</source>
        <translation>
            <numerusform>对话会在此保留 %Ln 天，之后 Longthread 会将其永久删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Restore {number}</source>
        <translation>恢复 {number} 个</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>回收站为空</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message numerus="yes">
        <source>You can restore a chat for %Ln day(s) after moving it to the trash.</source>
        <translation>
            <numerusform>对话移至回收站后，可在 %Ln 天内恢复。</numerusform>
        </translation>
    </message>
    <message>
        <source>expires today</source>
        <translation>今天到期</translation>
    </message>
</context>
<context>
    <name>Updates</name>
    <message>
        <source>Asks Longthread&apos;s release page once a week. Nothing is installed without you.</source>
        <translation>每周在 Longthread 的发布页面检查一次。未经你同意不会安装任何内容。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>Check for updates weekly</source>
        <translation>每周检查更新</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>Downloaded and verified. Quit Longthread before you install it.</source>
        <translation>已下载并校验。安装前请先退出 Longthread。</translation>
    </message>
    <message>
        <source>Install…</source>
        <translation>安装…</translation>
    </message>
    <message>
        <source>Last checked: {when}</source>
        <translation>上次检查：{when}</translation>
    </message>
    <message>
        <source>Longthread {version}</source>
        <translation>Longthread {version}</translation>
    </message>
    <message>
        <source>Longthread {version} is available</source>
        <translation>Longthread {version} 现已推出</translation>
    </message>
    <message>
        <source>There is no package for your system.</source>
        <translation>没有适合此系统的安装包。</translation>
    </message>
    <message>
        <source>This is the newest version.</source>
        <translation>已是最新版本。</translation>
    </message>
    <message>
        <source>{size} to download. You decide when to install it.</source>
        <translation>下载 {size}。何时安装由你决定。</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add a model to get started</source>
        <translation>添加模型，开始使用</translation>
    </message>
    <message>
        <source>Add model file…</source>
        <translation>添加模型文件…</translation>
    </message>
    <message>
        <source>Can&apos;t load {model}</source>
        <translation>无法加载 {model}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Download a small model ({size})</source>
        <translation>下载小型模型（{size}）</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>Find larger models in the model library.</source>
        <translation>更大的模型可在模型库中查找。</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Load this model</source>
        <translation>加载此模型</translation>
    </message>
    <message>
        <source>Load {model}</source>
        <translation>加载 {model}</translation>
    </message>
    <message>
        <source>Loading {model}. You can start writing.</source>
        <translation>正在加载 {model}。你可以先开始输入。</translation>
    </message>
    <message>
        <source>Longthread keeps long chats alive: when the context fills up, it compacts it instead of forgetting, and every chat resumes instantly. Models run on this computer; nothing you write leaves it.</source>
        <translation>Longthread 让长对话持续下去：上下文快满时，它会压缩而不是遗忘，每个对话都能立即继续。模型在这台电脑上运行；你写的内容不会离开这里。</translation>
    </message>
    <message>
        <source>Model library</source>
        <translation>模型库</translation>
    </message>
    <message>
        <source>Models are .gguf files.</source>
        <translation>模型是 .gguf 文件。</translation>
    </message>
    <message>
        <source>Ready for your first message</source>
        <translation>可以发送第一条消息了</translation>
    </message>
    <message>
        <source>Select a model to load it and start chatting.</source>
        <translation>选择一个模型，加载后即可开始对话。</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>This model is small: good for a first try, not for facts.</source>
        <translation>这是小型模型：适合初次尝试，不适合查询事实。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Welcome to Longthread</source>
        <translation>欢迎使用 Longthread</translation>
    </message>
    <message>
        <source>What would you like to talk about?</source>
        <translation>想聊点什么？</translation>
    </message>
    <message>
        <source>Write your first message now. The model replies after the download.</source>
        <translation>现在就可以写第一条消息。下载完成后模型会回复。</translation>
    </message>
    <message>
        <source>{model} comes from {place} (license: {license}) and runs on any computer. You can also drop a .gguf file anywhere in this window; the file stays where it is.</source>
        <translation>{model} 来自 {place}（许可证：{license}），可在任何电脑上运行。你也可以将 .gguf 文件拖到此窗口任意位置；文件保持原位。</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. The model doesn&apos;t support compaction: {why}</source>
        <translation>{model} 可完整保留 {n} 个 token。此模型不支持压缩：{why}</translation>
    </message>
    <message>
        <source>{model} holds {n} tokens in full detail. When the context fills up, Longthread compacts the older part instead of forgetting it.</source>
        <translation>{model} 可完整保留 {n} 个 token。上下文快满时，Longthread 会压缩较早部分，而不是遗忘。</translation>
    </message>
    <message>
        <source>{model} is unloaded. It loads again when you write.</source>
        <translation>{model} 已卸载。你输入时会重新加载。</translation>
    </message>
    <message>
        <source>{model} stopped working</source>
        <translation>{model} 已停止工作</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Add model file</source>
        <translation>添加模型文件</translation>
    </message>
    <message>
        <source>Added {name} to the library.</source>
        <translation>已将 {name} 添加到模型库。</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加文件</translation>
    </message>
    <message>
        <source>Diagnostics saved.</source>
        <translation>已保存诊断信息。</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation>GGUF 模型 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Last reply copied.</source>
        <translation>已复制最后一条回复。</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Reload the model to apply this change.</source>
        <translation>请重新加载模型以应用此更改。</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new language.</source>
        <translation>请重启 Longthread 以应用新语言。</translation>
    </message>
    <message>
        <source>Restart Longthread to apply the new scale.</source>
        <translation>请重启 Longthread 以应用新的缩放比例。</translation>
    </message>
    <message>
        <source>Save diagnostics</source>
        <translation>保存诊断信息</translation>
    </message>
    <message>
        <source>Text (*.txt *.md *.csv *.log)</source>
        <translation>文本 (*.txt *.md *.csv *.log)</translation>
    </message>
    <message>
        <source>Text, code, PDF and Word (*)</source>
        <translation>文本、代码、PDF 和 Word (*)</translation>
    </message>
    <message>
        <source>Text, code, PDF, Word and images (*)</source>
        <translation>文本、代码、PDF、Word 和图片 (*)</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>文件保持原位。</translation>
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
        <translation>{path} 不含对话文本。</translation>
    </message>
</context>
<context>
    <name>Workers</name>
    <message>
        <source>One of these isn&apos;t an address.</source>
        <translation>其中有一项不是地址。</translation>
    </message>
    <message>
        <source>Workers have no password and no encryption: anyone in the network can read your chats on the way and use the worker. Enter only computers in a network you trust, or use a tunnel.</source>
        <translation>工作节点没有密码，也不加密：网络中的任何人都能在传输途中读取你的对话，并使用工作节点。请只输入你信任的网络中的电脑，或使用隧道。</translation>
    </message>
</context>
</TS>
