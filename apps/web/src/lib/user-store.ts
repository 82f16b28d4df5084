import type { SafeStorage } from './safe-storage.ts'

interface SessionMetadata {
  businessAreaId: string | null
  databaseConfigId: string | null
  createdAt: string
  lastAccessed: string
  lastUpdated: string
}

/** A message as the browser stores it: only text, never a row of a result. */
interface StoredMessage {
  role: 'user' | 'assistant'
  content: string
  timestamp: string
}

const prefix = 'parlance:user:'
const storedSessions = 20
const storedMessages = 10

/**
 * What the browser stores about one user's sessions, until the user signs out. The requirement documents list its
 * content; the screens read sessions from the server.
 */
export function createUserStore(storage: SafeStorage, userId: string) {
  const key = (part: string) => `${prefix}${userId}:${part}`
  const read = <T>(part: string): Record<string, T> => readRecord<T>(storage.get(key(part)))
  const write = (part: string, value: Record<string, unknown>) => storage.set(key(part), JSON.stringify(value))
  return {
    saveName: (sessionId: string, name: string) =>
      write('session_names', { ...read('session_names'), [sessionId]: name }),
    saveMetadata: (sessionId: string, metadata: SessionMetadata) =>
      write('session_metadata', { ...read('session_metadata'), [sessionId]: metadata }),
    saveMessages: (sessionId: string, messages: StoredMessage[]) => {
      const { [sessionId]: _replaced, ...others } = read<StoredMessage[]>('session_messages')
      const kept = Object.entries(others).slice(-(storedSessions - 1))
      write('session_messages', { ...Object.fromEntries(kept), [sessionId]: messages.slice(-storedMessages) })
    },
    forgetSession: (sessionId: string) => {
      for (const part of ['session_names', 'session_metadata', 'session_messages']) {
        const { [sessionId]: _forgotten, ...others } = read(part)
        write(part, others)
      }
    },
  }
}

export type UserStore = ReturnType<typeof createUserStore>

/** Removes the data of all users from this browser. */
export function forgetUsers(storage: SafeStorage): void {
  for (const key of storage.keys().filter((name) => name.startsWith(prefix))) storage.remove(key)
}

function readRecord<T>(text: string | null): Record<string, T> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, T>) : {}
  } catch {
    return {}
  }
}
