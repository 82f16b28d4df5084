import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

export type ScramHash = 'sha1' | 'sha256'

/**
 * The server's side of SCRAM for one account, written from RFC 5802 and RFC 7677, independently of the driver's side.
 * For SHA-1 the secret is the digest that MongoDB stores.
 */
export class ScramServer {
  isProven = false
  #hash: ScramHash
  #salt: Buffer
  #nonce: string
  #clientFirst = ''
  #serverFirst = ''
  #username: string
  #stored: Buffer

  /** @param fixed the salt and nonce of a published example */
  constructor(hash: ScramHash, username: string, secret: string, fixed?: { salt: string; nonce: string }) {
    this.#hash = hash
    this.#username = username
    this.#salt = fixed ? Buffer.from(fixed.salt, 'base64') : randomBytes(16)
    this.#nonce = fixed?.nonce ?? randomBytes(18).toString('base64')
    this.#stored = pbkdf2Sync(secret, this.#salt, 4096, hash === 'sha1' ? 20 : 32, hash)
  }

  /** Returns the challenge for the client's first message. */
  challenge(first: string): string {
    this.#clientFirst = first.replace(/^n,,/, '')
    const nonce = /r=(.*)$/.exec(this.#clientFirst)?.[1] ?? ''
    this.#serverFirst = `r=${nonce}${this.#nonce},s=${this.#salt.toString('base64')},i=4096`
    return this.#serverFirst
  }

  /** Returns the server's own proof; null when the client's proof is wrong. */
  prove(last: string): string | null {
    const [, withoutProof = '', proof = ''] = /^(.*),p=(.*)$/.exec(last) ?? []
    const message = `${this.#clientFirst},${this.#serverFirst},${withoutProof}`
    const clientKey = this.#mac(this.#stored, 'Client Key')
    const storedKey = createHash(this.#hash).update(clientKey).digest()
    const signature = this.#mac(storedKey, message)
    const found = Buffer.from(proof, 'base64').map((byte, index) => byte ^ (signature[index] ?? 0))
    const isName = this.#clientFirst.startsWith(`n=${this.#username},`)
    this.isProven = isName && createHash(this.#hash).update(found).digest().equals(storedKey)
    return this.isProven ? `v=${this.#mac(this.#mac(this.#stored, 'Server Key'), message).toString('base64')}` : null
  }

  #mac(key: Buffer, text: string): Buffer {
    return createHmac(this.#hash, key).update(text).digest()
  }
}
