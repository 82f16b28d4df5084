import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetAccessToken, readAccessToken } from '../lib/access-token.ts'

const delay = 2000

/** Opens the sign-in page 2 s after `isDone` becomes true, and signs this browser out if it is still signed in. */
export function useLoginRedirect(isDone: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => {
      if (readAccessToken() !== null) forgetAccessToken('chosen')
      void navigate({ to: '/login', search: {} })
    }, delay)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}
