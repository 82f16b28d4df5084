import { useInfiniteQuery } from '@tanstack/react-query'
import { accountsQuery } from '../../api/users.ts'

/** The accounts that match, as far as they are loaded. */
export function useAccounts(request: Parameters<typeof accountsQuery>[0]) {
  const query = useInfiniteQuery(accountsQuery(request))
  const pages = query.data?.pages
  const users = pages?.flatMap((page) => page.users)
  const newest = pages?.at(-1)
  return {
    query,
    /** Undefined until the first page is there. */
    users,
    /** What the newest page says about all accounts. */
    newest,
    matching: newest?.matching ?? 0,
    rest: query.hasNextPage ? (newest?.matching ?? 0) - (users?.length ?? 0) : 0,
    onMore: query.isFetchingNextPage ? null : () => void query.fetchNextPage(),
  }
}
