import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'

/** The bar above an administration page. */
export function PageTop({ children }: { children: ReactNode }) {
  return (
    <header className="page-top">
      <Link className="brand" to="/" aria-label="Parlance">
        <Logo />
      </Link>
      <span className="min-w-0 flex-1" />
      {children}
    </header>
  )
}
