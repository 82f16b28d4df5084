import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readDocs, searchEntriesOf } from './docs/docs-pages.ts'
import { DocsPageView } from './docs/docs-page.tsx'
import { DownloadsPage } from './downloads-page.tsx'
import { FeaturesPage } from './features/features-page.tsx'
import { LandingPage } from './landing/landing-page.tsx'
import { Frame } from './parts/frame.tsx'
import { PricingPage } from './pricing/pricing-page.tsx'

const markdownFiles = import.meta.glob<string>('../../../../docs/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Addresses of the built files that each page loads. */
export interface PageAssets {
  script: string
  styles: string[]
  /** Fonts that the first paint needs. */
  fonts: string[]
}

interface PublicPage {
  path: string
  /** The page's main address, if another address shows the same page. */
  canonical?: string
  title: string
  description: string
  content: ReactNode
}

/** A prerendered file: its path in the bundle's folder, and its text. */
export interface PublicFile {
  file: string
  text: string
}

/** Renders every public page as an HTML document, and the search index of the documentation. */
export function renderPublicFiles(assets: PageAssets): PublicFile[] {
  const docs = readDocs(readSources())
  const pages = [...sitePages(), ...docs.map((page) => docsPage(page, docs))]
  const [first] = docs
  if (first) pages.push({ ...docsPage(first, docs), path: '/docs', canonical: `/docs/${first.slug}` })
  return [
    ...pages.map((page) => ({ file: fileOf(page.path), text: documentOf(page, assets) })),
    { file: 'docs-search.json', text: JSON.stringify(docs.flatMap(searchEntriesOf)) },
  ]
}

function sitePages(): PublicPage[] {
  return [
    {
      path: '/',
      title: 'Parlance: ask your database',
      description: 'Ask your databases in plain language, and see exactly what was done.',
      content: <LandingPage />,
    },
    {
      path: '/features',
      title: 'Features · Parlance',
      description: 'From a question to an answer that can be checked: SQL, rules, receipts, eleven kinds of database.',
      content: <FeaturesPage />,
    },
    {
      path: '/pricing',
      title: 'Pricing · Parlance',
      description: 'Personal, Standard and Enterprise: what each plan includes, compared.',
      content: <PricingPage />,
    },
    {
      path: '/downloads',
      title: 'Downloads · Parlance',
      description: 'Install Parlance with npm, Docker or systemd, or ask from the command line.',
      content: <DownloadsPage />,
    },
  ]
}

type Docs = ReturnType<typeof readDocs>

function docsPage(page: Docs[number], docs: Docs): PublicPage {
  return {
    path: `/docs/${page.slug}`,
    title: `${page.title} · Parlance documentation`,
    description: page.summary,
    content: <DocsPageView page={page} pages={docs} />,
  }
}

function readSources(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(markdownFiles).map(([path, text]) => [path.replace(/^.*\/docs\//, ''), text]),
  )
}

function fileOf(path: string): string {
  return path === '/' ? 'pages/index.html' : `pages${path}.html`
}

function documentOf({ path, canonical = path, title, description, content }: PublicPage, assets: PageAssets): string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        <title>{title}</title>
        <link rel="canonical" href={`%PUBLIC_URL%${canonical}`} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="/theme.js" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={assets.script} />
      </head>
      <body>
        <Frame path={path}>{content}</Frame>
      </body>
    </html>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
