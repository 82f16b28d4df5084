const channelName = 'parlance:turns'

/** A question asked in one tab, announced to the user's other tabs. */
export interface TurnNews {
  userId: string
  sessionId: string
  turnId: string
}

export interface NewsLine {
  tell: (news: TurnNews) => void
  /** Returns a function that unsubscribes. */
  listen: (take: (news: TurnNews) => void) => () => void
}

/** The channel between the tabs of one browser; without one, nothing is sent. */
export const tabLine: NewsLine = {
  tell: (news) => {
    const channel = openChannel()
    channel?.postMessage(news)
    channel?.close()
  },
  listen: (take) => {
    const channel = openChannel()
    channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isNews(data)) take(data)
    })
    return () => channel?.close()
  },
}

function openChannel(): BroadcastChannel | null {
  return 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null
}

function isNews(value: unknown): value is TurnNews {
  if (typeof value !== 'object' || value === null) return false
  return ['userId', 'sessionId', 'turnId'].every((name) => typeof Reflect.get(value, name) === 'string')
}
