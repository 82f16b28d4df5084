import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { boundPortOf } from '../config/own-address.ts'
import { afterEachFile } from './after-file.ts'

/** What a sign-in provider sends next. Tests change it, also to what no honest provider would send. */
export interface Sending {
  /** Claims of the ID token, over the right ones. Undefined leaves a claim out. */
  claims: JWTPayload
  /** Signs with a key that it does not publish, or not at all. */
  signature: 'right' | 'foreign' | 'none'
  userInfo: Record<string, unknown> | null
  /** Fields of the discovery document, over the right ones. */
  discovery: Record<string, unknown>
  /** Answers every request with this status. */
  status: number | null
}

export interface HostileProvider {
  issuer: string
  sending: Sending
  /** Codes that it has exchanged. */
  codes: string[]
  /** Bodies of requests for tokens. */
  asked: URLSearchParams[]
  /** Sends only what an honest provider sends, about this subject. */
  behave(subject: string, claims?: JWTPayload): void
}

export const hostileClient = { id: 'parlance', secret: 'client-secret-of-tests' }

/** A sign-in provider that sends whatever a test wants. It lets everyone in without a page. It ends with the test file. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const own = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const nonces = new Map<string, string>()
  const sending: Sending = { claims: {}, signature: 'right', userInfo: null, discovery: {}, status: null }
  const codes: string[] = []
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://provider.invalid').pathname]
    if (sending.status !== null || answer === undefined) return void response.writeHead(sending.status ?? 404).end()
    void answer(request).then((body) => sendJson(response, body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterEachFile(async () => void server.close())
  const issuer = `http://127.0.0.1:${boundPortOf(server)}`

  async function idToken(nonce: string | undefined): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: hostileClient.id, iat: now, exp: now + 300, nonce }
    const claims: JWTPayload = JSON.parse(JSON.stringify({ ...right, ...sending.claims }))
    if (sending.signature === 'none') return new UnsecuredJWT(claims).encode()
    const { privateKey } = sending.signature === 'right' ? own : foreign
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey)
  }

  const answers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: sending.userInfo === null ? undefined : `${issuer}/me`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...sending.discovery,
    }),
    '/keys': async () => ({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] }),
    '/me': async () => sending.userInfo,
    '/token': async (request) => {
      const body = new URLSearchParams(await textOf(request))
      asked.push(body)
      const code = body.get('code') ?? ''
      codes.push(code)
      return {
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await idToken(nonces.get(code)),
      }
    },
  }

  // The page where users sign in: it immediately sends them back, so tests read the code from the URL.
  answers['/authorize'] = async (request) => {
    const query = new URL(request.url ?? '/', issuer).searchParams
    const code = `code-${nonces.size + 1}`
    nonces.set(code, query.get('nonce') ?? '')
    return { code, state: query.get('state') }
  }

  return {
    issuer,
    sending,
    codes,
    asked,
    behave: (subject, claims = {}) => {
      const usual = { sub: subject, email: `${subject}@corp.test`, email_verified: true, name: subject }
      Object.assign(sending, {
        claims: { ...usual, ...claims },
        signature: 'right',
        userInfo: null,
        discovery: {},
        status: null,
      })
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
