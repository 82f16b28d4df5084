import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Fewer than a server's 4096, so that tests run faster. */
const generatorRounds = 256
const keyRounds = 3
const keyLength = 32
/** The verifier of accounts since release 12.1: PBKDF2 and SHA-512. */
const verifierType = 0x4815
const proof = Buffer.from('SERVER_TO_CLIENT')

/**
 * The server's side of a password sign-in: both sides prove that they know the password, and neither sends it in the
 * clear.
 */
export class LogonServer {
  readonly #password: string
  readonly #salt = randomBytes(16)
  readonly #keySalt = randomBytes(16)
  readonly #ownKey = randomBytes(keyLength)

  constructor(password: string) {
    this.#password = password
  }

  challenge(): { name: string; value: string; flag?: number }[] {
    return [
      { name: 'AUTH_SESSKEY', value: hex(encrypt(this.#verifier(), this.#ownKey)) },
      { name: 'AUTH_VFR_DATA', value: hex(this.#salt), flag: verifierType },
      { name: 'AUTH_PBKDF2_CSK_SALT', value: hex(this.#keySalt) },
      { name: 'AUTH_PBKDF2_VGEN_COUNT', value: String(generatorRounds) },
      { name: 'AUTH_PBKDF2_SDER_COUNT', value: String(keyRounds) },
    ]
  }

  /** Returns the server's proof; null when the client does not know the password. */
  answer(given: Map<string, string>): string | null {
    const clientKey = decrypt(this.#verifier(), Buffer.from(given.get('AUTH_SESSKEY') ?? '', 'hex'))
    const both = hex(Buffer.concat([clientKey, this.#ownKey]))
    const key = pbkdf2Sync(both, this.#keySalt, keyRounds, keyLength, 'sha512')
    const password = unpadded(decrypt(key, Buffer.from(given.get('AUTH_PASSWORD') ?? '', 'hex')).subarray(16))
    if (!password.equals(Buffer.from(this.#password))) return null
    return hex(encrypt(key, Buffer.concat([randomBytes(16), proof, Buffer.alloc(16, 16)])))
  }

  #verifier(): Buffer {
    const salt = Buffer.concat([this.#salt, Buffer.from('AUTH_PBKDF2_SPEEDY_KEY')])
    const generated = pbkdf2Sync(this.#password, salt, generatorRounds, 64, 'sha512')
    return createHash('sha512').update(generated).update(this.#salt).digest().subarray(0, keyLength)
  }
}

function encrypt(key: Buffer, value: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(value), cipher.final()])
}

function decrypt(key: Buffer, value: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(value), decipher.final()])
}

function unpadded(value: Buffer): Buffer {
  const length = value.at(-1) ?? 0
  return value.subarray(0, Math.max(0, value.length - length))
}

function hex(value: Buffer): string {
  return value.toString('hex').toUpperCase()
}
