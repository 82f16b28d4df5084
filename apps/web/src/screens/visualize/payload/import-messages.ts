import { onSignOut } from '../../../lib/access-token.ts'
import { readImportMessage, type ReadPayload } from './read-payload.ts'

/** A parsed 'import' message, before its origin is checked. */
export interface ImportMessage {
  origin: string
  received: ReadPayload
}

/** The limits of foreign origins and of messages from each; more are an attack or a mistake. */
const originLimit = 20
const messageLimit = 20

type Listener = (message: ImportMessage) => void

const waiting: ImportMessage[] = []
const lookedAt = new Map<string, number>()
let listener: Listener | null = null
let isListening = false

/** Listens from the page load on, so that a message that arrives while the viewer signs in is not lost. */
export function listenForImports(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('message', handleMessage)
  onSignOut((reason) => {
    if (reason !== 'expired') waiting.length = 0
  })
}

/** Passes on past and future messages until the returned function is called. */
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
