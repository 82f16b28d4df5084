import type { FastifyReply } from 'fastify'

/** The sign-in or API token of a request. */
export interface WatchedCaller {
  signInId: string
  userId: string
  isToken: boolean
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
