import { Link, type LinkProps } from '@tanstack/react-router'

export interface SubPage {
  to: LinkProps['to']
  label: string
}

/** The pages of one entry of the navigation, below its heading. */
export function SubNavigation({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  return (
    <nav aria-label={label} className="mb-6 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {pages.map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="-mb-px flex min-h-10 items-center border-b-2 border-transparent font-medium text-muted hover:text-ink hover:no-underline aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:min-h-11"
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
