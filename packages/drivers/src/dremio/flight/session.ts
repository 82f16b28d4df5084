import { message } from '@parlance/contract'
import type { Client, Metadata } from '@grpc/grpc-js'
import { isIP } from 'node:net'
import { DriverError } from '../../contract.ts'
import { noAnswer, withDeadline } from '../../deadline.ts'
import { quotePath, type DremioConfig } from '../config.ts'
import { isUnimplemented } from '../errors.ts'
import { FlightCall } from './call.ts'
import type { FlightLibraries } from './library.ts'
import { servicePath } from './messages.ts'

const connectTimeoutMs = 10_000
const largestMessage = 128 * 1024 * 1024

export interface FlightAddress {
  /** An address that was resolved and checked. */
  address: string
  port: number
}

type Method = 'Handshake' | 'GetFlightInfo' | 'DoGet' | 'DoPut' | 'DoAction'

/** A signed-in client of one Flight service. Calls run in parallel. */
export class FlightSession {
  readonly libraries: FlightLibraries
  readonly #config: DremioConfig
  readonly #main: Client
  /** Clients for other ports of the same host that serve results. */
  readonly #others = new Map<number, Client>()
  readonly #place: FlightAddress
  readonly #cookies = new Map<string, string>()
  #authorization = ''
  #renewing: Promise<void> | null = null
  #isClosed = false

  constructor(libraries: FlightLibraries, config: DremioConfig, place: FlightAddress) {
    this.libraries = libraries
    this.#config = config
    this.#place = place
    this.#main = this.#connect(place.port)
  }

  /**
   * Exchanges the account's credentials for a token, which all further calls carry.
   * @throws the library's errors; DriverError timeout when the server doesn't answer
   */
  async signIn(): Promise<void> {
    const { username, password } = this.#config
    // Dremio's way to sign in with only an access token, which is itself a bearer token.
    this.#authorization =
      username === '$token'
        ? `Bearer ${password}`
        : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const call = this.call('Handshake', [new Uint8Array()])
    const { promise: late, reject } = Promise.withResolvers<never>()
    const end = withDeadline({ timeoutMs: connectTimeoutMs }, () => {
      reject(new DriverError('timeout', noAnswer))
      call.cancel()
    })
    const answered = call.readAll()
    try {
      await Promise.race([answered, late])
    } catch (error) {
      // A service without a handshake accepts the credentials with any call, and returns the token.
      if (!isUnimplemented(error)) throw error
    } finally {
      end()
    }
  }

  /** Signs in again, once for all concurrent callers. */
  async renew(): Promise<void> {
    this.#renewing ??= this.signIn().finally(() => (this.#renewing = null))
    await this.#renewing
  }

  /**
   * @param port of the same host; null for the service that the session signed in to
   * @throws DriverError cancelled when the session was closed
   */
  call(method: Method, requests: Uint8Array[], options: { port?: number | null; timeoutMs?: number } = {}): FlightCall {
    const { port = null, timeoutMs } = options
    if (this.#isClosed) throw new DriverError('cancelled', message('The connection was closed.'))
    const client = port === null || port === this.#place.port ? this.#main : this.#clientAt(port)
    const identity = (bytes: Buffer) => bytes
    const path = `${servicePath}/${method}`
    const stream = client.makeBidiStreamRequest(path, identity, identity, this.#headers(), {
      ...(timeoutMs !== undefined && { deadline: Date.now() + timeoutMs }),
    })
    stream.on('metadata', (metadata: Metadata) => this.#takeHeaders(metadata))
    stream.on('status', ({ metadata }: { metadata: Metadata }) => this.#takeHeaders(metadata))
    return new FlightCall(stream, requests.map(toBuffer))
  }

  close(): void {
    this.#isClosed = true
    this.#main.close()
    for (const client of this.#others.values()) client.close()
  }

  #clientAt(port: number): Client {
    const known = this.#others.get(port) ?? this.#connect(port)
    this.#others.set(port, known)
    return known
  }

  #connect(port: number): Client {
    const { grpc } = this.libraries
    const { host, disable_tls: isPlain, tls_ca: authority } = this.#config
    const { address } = this.#place
    const target = isIP(address) === 6 ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`
    const credentials = isPlain
      ? grpc.credentials.createInsecure()
      : grpc.credentials.createSsl(authority === null ? null : Buffer.from(authority))
    return new grpc.Client(target, credentials, {
      'grpc.default_authority': `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      ...(!isPlain && { 'grpc.ssl_target_name_override': host }),
      'grpc.max_receive_message_length': largestMessage,
      // Only the checked address is contacted: no proxy from the environment, no name service, no shared channel.
      'grpc.enable_http_proxy': 0,
      'grpc.service_config_disable_resolution': 1,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.initial_reconnect_backoff_ms': 100,
    })
  }

  #headers(): Metadata {
    const metadata = new this.libraries.grpc.Metadata()
    metadata.set('authorization', this.#authorization)
    const { defaultSchema } = this.#config
    if (defaultSchema !== null) metadata.set('schema', quotePath(defaultSchema))
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) metadata.set('cookie', cookies.join('; '))
    return metadata
  }

  #takeHeaders(metadata: Metadata): void {
    const token = metadata.get('authorization').find((value) => /^Bearer /i.test(String(value)))
    if (token !== undefined) this.#authorization = String(token)
    for (const cookie of metadata.get('set-cookie')) {
      const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(String(cookie)) ?? []
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value)
    }
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
