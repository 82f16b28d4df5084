import { message } from '@parlance/contract'
import { DriverError } from '../contract.ts'
import type { MongodbConfig } from './manifest.ts'
import { ScramConversation, type Account, type Conversation } from './scram.ts'

const protocolVersion = '1.0'
const mostConversations = 16

/**
 * The user name for signing in to the BI Connector, with its parameters after a question mark.
 * https://www.mongodb.com/docs/bi-connector/current/reference/connect-options
 */
export function usernameOf(config: MongodbConfig): string {
  const { username, auth_source: source } = config
  if (/[?&]source=/.test(username)) return username
  return `${username}${username.includes('?') ? '&' : '?'}source=${source}`
}

/**
 * The client's side of `mongosql_auth`. The server names a mechanism and how many exchanges it wants, one for each of
 * its own connections; each message has one step of all of them.
 * @param maySendPassword whether the password may be sent in plain text, as PLAIN does
 * @returns the answer to each message of the server, in order
 */
export function mongosqlAuth(config: MongodbConfig, maySendPassword: boolean): (challenge: Buffer) => Promise<Buffer> {
  const account = { username: config.username.split('?', 1)[0] ?? '', password: config.password }
  let hasBegun = false
  let conversations: Conversation[] = []
  return async (challenge) => {
    if (!hasBegun) {
      hasBegun = true
      const version = `${challenge[0]}.${challenge[1]}`
      if (version === protocolVersion) return Buffer.alloc(0)
      throw new DriverError(
        'unsupported',
        message('The connector uses version {version} of the sign-in protocol, which is not supported.', { version }),
      )
    }
    let challenges = challenge
    if (conversations.length === 0) {
      const end = challenge.indexOf(0)
      const count = challenge.readUInt32LE(end + 1)
      if (count < 1 || count > mostConversations) {
        throw new DriverError('auth', message('The server sent an invalid sign-in challenge.'))
      }
      const mechanism = challenge.toString('utf8', 0, end)
      conversations = Array.from({ length: count }, () => conversationFor(mechanism, account, maySendPassword))
      challenges = Buffer.alloc(count * 4)
    }
    return await stepAll(conversations, challenges)
  }
}

async function stepAll(conversations: Conversation[], challenges: Buffer): Promise<Buffer> {
  const answers: Buffer[] = []
  let at = 0
  for (const conversation of conversations) {
    const length = challenges.readUInt32LE(at)
    const answer = await conversation.step(challenges.subarray(at + 4, at + 4 + length))
    at += 4 + length
    const head = Buffer.alloc(5)
    head.writeUInt8(conversation.isDone ? 1 : 0)
    head.writeUInt32LE(answer.length, 1)
    answers.push(head, answer)
  }
  return Buffer.concat(answers)
}

function conversationFor(mechanism: string, account: Account, maySendPassword: boolean): Conversation {
  if (mechanism === 'SCRAM-SHA-1') return new ScramConversation('sha1', account)
  if (mechanism === 'SCRAM-SHA-256') return new ScramConversation('sha256', account)
  if (mechanism !== 'PLAIN') {
    const text = message('The connector requires {mechanism} to sign in, which is not supported.', { mechanism })
    throw new DriverError('unsupported', text)
  }
  if (!maySendPassword) throw passwordRefusal()
  const step = async () => Buffer.from(`\0${account.username}\0${account.password}`)
  return { step, isDone: true }
}

/** A server in the middle could ask for the password, so it is sent only if TLS is required. */
export function passwordRefusal(): DriverError {
  const text = message(
    'The connector asks for the password in plain text, which Parlance sends only over TLS. Set TLS to “Always”.',
  )
  return new DriverError('auth', text)
}
