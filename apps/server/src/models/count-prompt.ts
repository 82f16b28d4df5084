import type { LanguageModel } from 'ai'
import { countTokens } from './count-tokens.ts'

export type MeteredModel = Extract<LanguageModel, { specificationVersion: 'v4' }>
export type CallOptions = Parameters<MeteredModel['doStream']>[0]

/** Tokens of one image, at the highest resolution that a vendor accepts. */
const imageTokens = 5_000
/** Bytes of a recording for one token. Vendors count 32 tokens a second or fewer. */
const audioBytesPerToken = 16
/** The most tokens of any other file: a whole context window. */
const fileTokens = 200_000
/** Tokens that a vendor adds for a message, a tool, or the format of a call. */
const overhead = 20

/**
 * The tokens of a prompt without a vendor's tokenizer: an estimate, and an upper bound for reservations. Tokenizers
 * seldom have tokens shorter than three letters or one other sign, and never one shorter than a byte.
 */
export function countPrompt({ prompt, tools = [] }: Pick<CallOptions, 'prompt' | 'tools'>): {
  expected: number
  most: number
} {
  const count = { expected: 0, most: overhead }
  const add = (expected: number, most: number): void => {
    count.expected += expected
    count.most += most
  }
  const addText = (text: string): void => add(countTokens(text), mostTokens(text))
  for (const tool of tools) {
    addText(JSON.stringify(tool))
    add(0, overhead)
  }
  for (const message of prompt) {
    add(0, overhead)
    if (message.role === 'system') addText(message.content)
    else {
      for (const part of message.content) {
        if (part.type === 'file') add(...tokensOfFile(part))
        else addText(part.type === 'text' || part.type === 'reasoning' ? part.text : JSON.stringify(part))
      }
    }
  }
  return count
}

/** More tokens than any current tokenizer makes of a text. */
export function mostTokens(text: string): number {
  const runs = text.match(/[A-Za-z]+|[0-9]+|[^\p{ASCII}]+|\s+|[^\sA-Za-z0-9]+/gu) ?? []
  return runs.reduce((sum, run) => sum + mostOfRun(run), 0)
}

function mostOfRun(run: string): number {
  const code = run.codePointAt(0) ?? 0
  if (code > 127) return Buffer.byteLength(run)
  if (/^[A-Za-z]/.test(run)) return Math.ceil(run.length / 3)
  if (/^\s/.test(run)) return run === ' ' ? 0 : Math.ceil(run.length / 2)
  return run.length
}

function tokensOfFile({ mediaType, data }: FilePart): [expected: number, most: number] {
  if (mediaType.startsWith('image/')) return [imageTokens / 5, imageTokens]
  const bytes = sizeOf(data)
  if (mediaType.startsWith('audio/')) return [Math.ceil(bytes / (audioBytesPerToken * 4)), bytes / audioBytesPerToken]
  return [Math.min(Math.ceil(bytes / 20), fileTokens), Math.min(bytes, fileTokens)]
}

type FilePart = Extract<Exclude<CallOptions['prompt'][number], { role: 'system' }>['content'][number], { type: 'file' }>

/** Bytes of a file's data; a reference to one counts as a whole window. */
function sizeOf(data: FilePart['data']): number {
  if (data.type === 'data')
    return typeof data.data === 'string' ? Math.ceil((data.data.length * 3) / 4) : data.data.length
  return data.type === 'text' ? Buffer.byteLength(data.text) : fileTokens
}
