import { message } from '@parlance/contract'
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { DriverError } from '../contract.ts'

const derive = promisify(pbkdf2)
const fewestIterations = 4096
const mostIterations = 10_000_000

export interface Account {
  username: string
  password: string
}

/** The client's side of one exchange; each step answers a message from the server. */
export interface Conversation {
  /** @throws DriverError auth when the server does not prove that it knows the account */
  step: (challenge: Buffer) => Promise<Buffer>
  isDone: boolean
}

/** SCRAM (RFC 5802) as MongoDB uses it: for SHA-1, the password is first hashed together with the name, by MD5. */
export class ScramConversation implements Conversation {
  isDone = false
  #hash: 'sha1' | 'sha256'
  #secret: string
  #nonce = randomBytes(24).toString('base64')
  #first: string
  #signature: Buffer | null = null
  #steps = 0

  constructor(hash: 'sha1' | 'sha256', { username, password }: Account) {
    this.#hash = hash
    this.#secret =
      hash === 'sha1'
        ? createHash('md5').update(`${username}:mongo:${password}`).digest('hex')
        : password.normalize('NFKC')
    this.#first = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${this.#nonce}`
  }

  async step(challenge: Buffer): Promise<Buffer> {
    this.#steps += 1
    if (this.#steps === 1) return Buffer.from(`n,,${this.#first}`)
    if (this.#steps === 2) return await this.#prove(challenge.toString())
    const received = Buffer.from(partsOf(challenge.toString()).get('v') ?? '', 'base64')
    const isKnown = this.#signature?.length === received.length && timingSafeEqual(this.#signature, received)
    if (!isKnown)
      throw new DriverError('auth', message("The server could not prove that it knows the account's password."))
    this.isDone = true
    return Buffer.alloc(0)
  }

  async #prove(serverFirst: string): Promise<Buffer> {
    const parts = partsOf(serverFirst)
    const nonce = parts.get('r') ?? ''
    const iterations = Number(parts.get('i'))
    const isSound = iterations >= fewestIterations && iterations <= mostIterations
    if (!nonce.startsWith(this.#nonce) || !isSound)
      throw new DriverError('auth', message('The server sent an invalid sign-in challenge.'))
    const size = this.#hash === 'sha1' ? 20 : 32
    const salt = Buffer.from(parts.get('s') ?? '', 'base64')
    const salted = await derive(this.#secret, salt, iterations, size, this.#hash)
    const last = `c=${Buffer.from('n,,').toString('base64')},r=${nonce}`
    const exchange = `${this.#first},${serverFirst},${last}`
    const clientKey = this.#mac(salted, 'Client Key')
    const storedKey = createHash(this.#hash).update(clientKey).digest()
    const proof = this.#mac(storedKey, exchange).map((byte, index) => byte ^ (clientKey[index] ?? 0))
    this.#signature = this.#mac(this.#mac(salted, 'Server Key'), exchange)
    return Buffer.from(`${last},p=${Buffer.from(proof).toString('base64')}`)
  }

  #mac(key: Buffer, text: string): Buffer {
    return createHmac(this.#hash, key).update(text).digest()
  }
}

function partsOf(text: string): Map<string, string> {
  return new Map(text.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}
