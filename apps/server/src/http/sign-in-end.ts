import type { FastifyReply } from 'fastify'

/** Calls back once when a sign-in ends, in whichever process. @returns a function that forgets it */
export type WatchSignIn = (signIn: { signInId: string; userId: string }, onEnd: () => void) => () => void

/** What becomes of a request when the sign-in ends that it came with. */
export interface SignInEnd {
  readonly signal: AbortSignal
  /** From here on the answer is under way: an end cuts its connection. */
  answerBegins(): void
}

/** Watches the sign-in of a request until its answer has left. */
export function watchUntilAnswered(
  reply: FastifyReply,
  watch: WatchSignIn,
  signIn: { signInId: string; userId: string },
): SignInEnd {
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
