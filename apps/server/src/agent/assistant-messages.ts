import type { AssistantContent, AssistantModelMessage, LanguageModelCallEndEvent, ToolSet } from 'ai'

type CalledContent = LanguageModelCallEndEvent<ToolSet>['content']

/**
 * What a model said in one call, as the next call repeats it to the model: its text, its thinking, and its tool calls,
 * each with the marker that some vendors require back unchanged.
 */
export function assistantMessages(content: CalledContent): AssistantModelMessage[] {
  const parts = content.flatMap(repeated)
  return parts.length === 0 ? [] : [{ role: 'assistant', content: parts }]
}

function repeated(part: CalledContent[number]): Exclude<AssistantContent, string> {
  if (part.type === 'text' || part.type === 'reasoning') {
    const { type, text, providerMetadata } = part
    return text === '' && !providerMetadata ? [] : [{ type, text, providerOptions: providerMetadata }]
  }
  if (part.type !== 'tool-call') return []
  const { toolCallId, toolName, providerMetadata } = part
  // Arguments that aren't valid JSON can't be repeated verbatim.
  const input: unknown = part.invalid === true && typeof part.input !== 'object' ? {} : part.input
  return [{ type: 'tool-call', toolCallId, toolName, input, providerOptions: providerMetadata }]
}
