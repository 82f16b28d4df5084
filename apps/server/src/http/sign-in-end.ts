import type { FastifyReply } from 'fastify'

/** What a request's token is: of a sign-in, an API token, or a token of a sign-in provider. */
export type CallerKind = 'sign-in' | 'api-token' | 'provider-token'

/** The sign-in or token of a request. */
export interface WatchedCaller {
  kind: CallerKind
  /** Of a sign-in provider's token: the user's ID. */
  signInId: string
  userId: string
}

/**
 * Calls back once when a sign-in ends, in any process.
 * @returns a function that stops watching
 */
export type WatchSignIn = (signIn: WatchedCaller, onEnd: () => void) => () => void

/** Ends a request when its sign-in ends. */
export interface SignInEnd {
  readonly signal: AbortSignal
  /** The response starts. From now on, the end of the sign-in closes the connection. */
  answerBegins(): void
}

/** Watches the sign-in of a request until its response was sent. */
export function watchUntilAnswered(reply: FastifyReply, watch: WatchSignIn, signIn: WatchedCaller): SignInEnd {
  const ended = new AbortController()
  let isUnderWay = false
  const forget = watch(signIn, () => {
    ended.abort()
    if (isUnderWay || reply.raw.headersSent) reply.raw.destroy()
  })
  reply.raw.once('close', forget)
  return {
    signal: ended.signal,
    answerBegins: () => {
      isUnderWay = true
      if (ended.signal.aborted) reply.raw.destroy()
    },
  }
}
