import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { fields } from './packets.ts'

export type HanaMechanism = 'SCRAMPBKDF2SHA256' | 'SCRAMSHA256'

const iterations = 15_000

/** The server's side of the protocol's sign-in with salted hashes, independent of the library's side. */
export class HanaScramServer {
  readonly mechanism: HanaMechanism
  #salt = randomBytes(16)
  #key = randomBytes(48)
  #clientKey: Buffer
  #salted: Buffer

  constructor(mechanism: HanaMechanism, password: string, clientKey: Buffer) {
    this.mechanism = mechanism
    this.#clientKey = clientKey
    this.#salted =
      mechanism === 'SCRAMSHA256'
        ? mac(Buffer.from(password), this.#salt)
        : pbkdf2Sync(password, this.#salt, iterations, 32, 'sha256')
  }

  challenge(): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(iterations)
    return fields(this.mechanism === 'SCRAMSHA256' ? [this.#salt, this.#key] : [this.#salt, this.#key, count])
  }

  /** The proof is the key XORed with a signature of both sides' messages. */
  accepts(clientProof: Buffer): boolean {
    const proof = clientProof.subarray(3)
    const key = hash(this.#salted)
    const signature = mac(hash(key), Buffer.concat([this.#salt, this.#key, this.#clientKey]))
    return hash(Buffer.from(proof.map((byte, index) => byte ^ (signature[index] ?? 0)))).equals(hash(key))
  }

  /** Only the newer mechanism also proves the server. */
  proof(): Buffer {
    if (this.mechanism === 'SCRAMSHA256') return Buffer.alloc(0)
    const verifier = mac(this.#salted, this.#salt)
    const proof = mac(verifier, Buffer.concat([this.#clientKey, this.#salt, this.#key]))
    return Buffer.concat([Buffer.from([1, 0, 32]), proof])
  }
}

function hash(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function mac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
