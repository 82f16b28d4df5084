import { createHash } from 'node:crypto'
import { ScramServer, type ScramHash } from './scram-server.ts'

export interface KnownAccount {
  username: string
  password: string
  source: string
}

/** What the server does next: send a message of the sign-in, or end it. */
export type SignInStep = { send: Buffer } | { end: 'signed-in' | 'refused' }

export interface ServerSignIn {
  /** Takes what the client sent; the first call is its answer to the switch of plugins. */
  step: (message: Buffer) => SignInStep
}

/**
 * The connector's side of `mongosql_auth`, as the sources of the C and Java plugins describe it
 * (github.com/mongodb/mongosql-auth-c, mongosql-auth-java): an empty answer, then the mechanism and how many
 * conversations, then steps of all of them in one message.
 */
export function mongosqlSignIn(
  mechanism: string,
  username: string,
  known: KnownAccount,
  conversations = 2,
): ServerSignIn {
  const [name = '', parameters = ''] = username.split('?')
  const isSource = new URLSearchParams(parameters).get('source') === known.source
  const isKnown = name === known.username && isSource
  const servers = Array.from({ length: conversations }, () => serverFor(mechanism, known))
  let step = 0
  return {
    step: (message) => {
      step += 1
      if (step === 1) {
        if (message.length > 1) return { end: 'refused' }
        const counted = Buffer.alloc(4)
        counted.writeUInt32LE(conversations)
        return { send: Buffer.concat([Buffer.from(`${mechanism}\0`), counted]) }
      }
      const parts = partsOf(message, conversations)
      if (mechanism === 'PLAIN') {
        const isRight = parts.every((part) => part.data.toString() === `\0${known.username}\0${known.password}`)
        return { end: isKnown && isRight ? 'signed-in' : 'refused' }
      }
      if (step === 4) return { end: parts.every((part) => part.isDone) ? 'signed-in' : 'refused' }
      const answers = servers.map((server, index) => {
        const text = parts[index]?.data.toString() ?? ''
        return step === 2 ? server.challenge(text) : server.prove(text)
      })
      if (!isKnown || answers.includes(null)) return { end: 'refused' }
      return { send: Buffer.concat(answers.map((answer) => sized(Buffer.from(answer ?? '')))) }
    },
  }
}

function serverFor(mechanism: string, { username, password }: KnownAccount): ScramServer {
  const hash: ScramHash = mechanism === 'SCRAM-SHA-1' ? 'sha1' : 'sha256'
  const digest = createHash('md5').update(`${username}:mongo:${password}`).digest('hex')
  return new ScramServer(hash, username, hash === 'sha1' ? digest : password)
}

/** Of each conversation: whether the client is done with it, and what it says. */
function partsOf(message: Buffer, conversations: number): { isDone: boolean; data: Buffer }[] {
  let at = 0
  return Array.from({ length: conversations }, () => {
    const length = message.readUInt32LE(at + 1)
    const part = { isDone: message[at] === 1, data: message.subarray(at + 5, at + 5 + length) }
    at += 5 + length
    return part
  })
}

function sized(data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([length, data])
}
