const channelName = 'parlance:turns'

/** A question that was asked in one tab, told to this person's other tabs. */
export interface TurnNews {
  userId: string
  sessionId: string
  turnId: string
}

export interface NewsLine {
  tell: (news: TurnNews) => void
  /** Answers a function that ends listening. */
  listen: (take: (news: TurnNews) => void) => () => void
}

/** The line between the tabs of one browser; where there is none, nothing is told. */
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
