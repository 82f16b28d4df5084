const channelName = 'parlance:changes'

/** Kinds of data that one tab changed on the server and other tabs may still show unchanged. */
export const changeKinds = ['areas', 'databases', 'sessions'] as const
export type ChangeKind = (typeof changeKinds)[number]

const places: { kind: ChangeKind; path: RegExp }[] = [
  { kind: 'areas', path: /^\/api\/v1\/business-areas\/(?!(?:recommend|check|suggest-joins)$|[^/]+\/preview$)/ },
  { kind: 'areas', path: /^\/api\/v1\/(?:area-approvals\/|database-management\/[^/]+\/protection$)/ },
  // The selected connection is specific to each tab, because its open conversation has one.
  { kind: 'databases', path: /^\/api\/v1\/database-management\/configurations(?!\/set-active)/ },
  { kind: 'sessions', path: /^\/(?:apps\/[^/]+\/users\/[^/]+|api\/v1)\/sessions/ },
]

let shared: BroadcastChannel | null | undefined

/** Notifies the other tabs of this browser if a call changed something. */
export function tellChange(method: string, path: string): void {
  const kind = method === 'GET' ? undefined : places.find((place) => place.path.test(path))?.kind
  if (kind !== undefined) openChannel()?.postMessage(kind)
}

/** Calls `take` for changes in other tabs. Returns a function that unsubscribes. */
export function onChangeElsewhere(take: (kind: ChangeKind) => void): () => void {
  const channel = openChannel()
  const hear = ({ data }: MessageEvent<unknown>) => {
    const kind = changeKinds.find((known) => known === data)
    if (kind !== undefined) take(kind)
  }
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

/** One per page, because a channel does not receive its own messages. */
function openChannel(): BroadcastChannel | null {
  shared ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null
  return shared
}
