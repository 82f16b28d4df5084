import { productVersion } from '@parlance/contract'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { brandClass, Logo, LogoMark } from '../../ui/logo.tsx'
import { ThemeButton } from './theme-button.tsx'

const pages = [
  { path: '/features', name: 'Features' },
  { path: '/pricing', name: 'Pricing' },
  { path: '/docs', name: 'Docs' },
  { path: '/downloads', name: 'Downloads' },
]

/** The server replaces this with the current year when it serves the page. */
const yearMark = '%YEAR%'

/** The header and footer of every public page. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="page-width site-nav">
        <a className={brandClass} href="/" aria-label="Parlance">
          <Logo />
        </a>
        <nav className="nav-pages" aria-label="Pages">
          <PageLinks path={path} />
        </nav>
        <span className="min-w-0 flex-1" />
        <ThemeButton />
        <a className={buttonClass({ kind: 'quiet' })} href="/login" data-signed-out>
          Sign in
        </a>
        <a className={buttonClass({})} href="/register" data-signed-out>
          Get Started Free
        </a>
        <a className={buttonClass({})} href="/chat" data-signed-in hidden>
          Open chat
        </a>
      </header>
      <main className="page-width" id="content" tabIndex={-1}>
        {path === '/' && <UnknownAddress />}
        {children}
      </main>
      <footer className="site-footer">
        <div className="page-width">
          <span className={brandClass} aria-hidden="true">
            <LogoMark />
          </span>
          <span className="tabular">
            © {yearMark} Parlance · {productVersion}
          </span>
          <span className="min-w-0 flex-1" />
          <ThemeButton />
          <nav className="footer-pages" aria-label="Footer">
            <PageLinks path={path} />
          </nav>
        </div>
      </footer>
    </>
  )
}

function PageLinks({ path }: { path: string }) {
  return pages.map((page) => (
    <a key={page.path} href={page.path} aria-current={isWithin(path, page.path) ? 'page' : undefined}>
      {page.name}
    </a>
  ))
}

function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}

/** Shown by the script after an address without a page. */
function UnknownAddress() {
  return (
    <output className="unknown-address" data-unknown-address hidden>
      There is no page at <code />. This is the home page.
    </output>
  )
}
