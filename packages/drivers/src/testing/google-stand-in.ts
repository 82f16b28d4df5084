import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const serviceAccount = {
  type: 'service_account',
  project_id: 'stand-in',
  private_key_id: 'key-1',
  private_key: privateKey,
  client_email: 'reader@stand-in.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: 'https://oauth2.googleapis.com/token',
}
const signedIn = { type: 'authorized_user', client_id: 'app', client_secret: 'app-secret', refresh_token: 'refresh-1' }

export interface GoogleRequest {
  method: string
  url: URL
  body: string
}

/** Answers an API request. The return value is sent as JSON. */
type Answer = (request: GoogleRequest, response: ServerResponse) => unknown

/** An answer with a status other than 200, in the format that Google's APIs share. */
export class GoogleRefusal extends Error {
  readonly code: number
  readonly status: string
  readonly reason: string | null

  constructor(code: number, status: string, message: string, reason: string | null = null) {
    super(message)
    this.code = code
    this.status = status
    this.reason = reason
  }
}

/**
 * Starts a server that implements Google's token service (RFC 7523, RFC 6749 and Google's own pages), and passes
 * requests with a valid token to the API's own answers.
 */
export async function startGoogle(answer: Answer) {
  const tokens = new Set<string>()
  const requests: GoogleRequest[] = []
  const server = createServer((incoming, response) => {
    void respond(incoming, response)
  })

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const url = new URL(incoming.url ?? '/', 'http://stand-in')
    const request = { method: incoming.method ?? 'GET', url, body: Buffer.concat(chunks).toString() }
    if (url.pathname === '/token') return grantToken(request, response)
    const token = incoming.headers.authorization?.replace(/^Bearer /, '') ?? ''
    requests.push(request)
    try {
      if (!tokens.has(token)) throw new GoogleRefusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication.')
      const body = await answer(request, response)
      if (!response.headersSent && !response.destroyed) send(response, 200, body)
    } catch (error) {
      sendRefusal(response, error)
    }
  }

  function grantToken({ body }: GoogleRequest, response: ServerResponse): void {
    const form = new URLSearchParams(body)
    const refusal = form.get('grant_type') === 'refresh_token' ? refuseRefresh(form) : refuseAssertion(form)
    if (refusal) return send(response, 400, refusal)
    const token = `ya29.${randomBytes(12).toString('hex')}`
    tokens.add(token)
    send(response, 200, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The API requests, oldest first. */
    requests,
    /** Invalidates every token issued so far. */
    forgetTokens: () => tokens.clear(),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Writes a credentials file like Google's console, with some fields changed. */
export function writeCredentials(path: string, type: 'service_account' | 'oauth2', change: object = {}): string {
  const content = { ...(type === 'oauth2' ? signedIn : serviceAccount), ...change }
  writeFileSync(path, JSON.stringify(content))
  return path
}

function refuseRefresh(form: URLSearchParams): object | null {
  if (form.get('client_id') !== 'app' || form.get('client_secret') !== 'app-secret') {
    return { error: 'invalid_client', error_description: 'Unauthorized' }
  }
  if (form.get('refresh_token') === 'refresh-1') return null
  return { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }
}

/** Checks the signature, the issuer, the audience and the times of the account's own token. */
function refuseAssertion(form: URLSearchParams): object | null {
  const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  if (claims['iss'] !== serviceAccount.client_email) {
    return { error: 'invalid_grant', error_description: 'Invalid grant: account not found' }
  }
  const isMeant = claims['aud'] === 'https://oauth2.googleapis.com/token' && typeof claims['scope'] === 'string'
  return isMeant ? null : { error: 'invalid_scope', error_description: 'Invalid OAuth scope or ID token audience.' }
}

function sendRefusal(response: ServerResponse, error: unknown): void {
  if (!(error instanceof GoogleRefusal)) {
    return send(response, 500, { error: { code: 500, message: String(error), status: 'INTERNAL' } })
  }
  const { code, status, message, reason } = error
  const errors = reason === null ? [] : [{ message, domain: 'global', reason }]
  const details = reason === null ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }]
  send(response, code, { error: { code, message, status, errors, details } })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify(body))
}
