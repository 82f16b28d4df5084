import { onSignOut } from '../../../lib/access-token.ts'
import { readImportMessage, type ReadPayload } from './read-payload.ts'

/** An 'import' message as it was read, before anyone asked whether its origin may send one. */
export interface ImportMessage {
  origin: string
  received: ReadPayload
}

/** Foreign origins whose messages are read, and messages of each; more of them are an attack or a mistake. */
const originLimit = 20
const messageLimit = 20

type Listener = (message: ImportMessage) => void

const waiting: ImportMessage[] = []
const lookedAt = new Map<string, number>()
let listener: Listener | null = null
let isListening = false

/** Listens from the first look at the page on: a message that comes while its viewer still signs in is not lost. */
export function listenForImports(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('message', handleMessage)
  onSignOut((reason) => {
    if (reason !== 'expired') waiting.length = 0
  })
}

/** Hands over what has come and what will come, until the answered function is called. */
export function onImport(handle: Listener): () => void {
  listenForImports()
  listener = handle
  for (const message of waiting.splice(0)) handle(message)
  return () => {
    if (listener === handle) listener = null
  }
}

function handleMessage({ data, origin, source }: MessageEvent): void {
  if (source === null || !mayBeRead(origin)) return
  const received = readImportMessage(data)
  if (received === null) return
  if (listener === null) waiting.push({ origin, received })
  else listener({ origin, received })
}

function mayBeRead(origin: string): boolean {
  if (origin === window.location.origin) return true
  const count = lookedAt.get(origin) ?? 0
  if (count >= messageLimit || (count === 0 && lookedAt.size >= originLimit)) return false
  lookedAt.set(origin, count + 1)
  return true
}
