// What OpenAI's and Anthropic's packages for JavaScript make of the server at argv[2]; told as JSON.
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

const url = process.argv[2];
const question = [{ role: "user", content: "How is the weather in Brest?" }];
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const told = {};

const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
told.models = (await openai.models.list()).data.map((model) => model.id);
const tools = [{ type: "function", function: { name: "weather", parameters: schema } }];
const runner = openai.chat.completions.stream({ model: "plain", messages: question, tools });
const first = (await runner.finalChatCompletion()).choices[0].message;
told.call = JSON.parse(first.tool_calls[0].function.arguments);
const result = { role: "tool", tool_call_id: first.tool_calls[0].id, content: "Rain." };
const second = await openai.chat.completions.create({ model: "plain", messages: [...question, first, result], tools });
told.text = second.choices[0].message.content;
told.cached = second.usage.prompt_tokens_details.cached_tokens;

const anthropic = new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0 });
const claudes = { model: "plain", max_tokens: 100, tools: [{ name: "weather", input_schema: schema }] };
const message = await anthropic.messages.stream({ ...claudes, messages: question }).finalMessage();
const use = message.content.find((block) => block.type === "tool_use");
told.use = use.input;
const answer = { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "Rain." }] };
const messages = [...question, { role: "assistant", content: message.content }, answer];
told.last = (await anthropic.messages.create({ ...claudes, messages })).content[0].text;
try {
  await anthropic.messages.create({ ...claudes, messages: [] });
} catch (error) {
  told.error = [error.status, error.error.error.type];
}
console.log(JSON.stringify(told));
