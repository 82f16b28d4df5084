import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetAccessToken, readAccessToken } from '../lib/access-token.ts'

const delay = 2000

/** Leads to the sign-in page 2 s after `isDone` became true; a sign-in that this browser still has ends with it. */
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
