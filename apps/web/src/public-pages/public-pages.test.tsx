import { beforeAll, describe, expect, it } from 'vitest'
import { renderPublicFiles } from './render-pages.tsx'
import { docsContents } from './docs/contents.ts'
import type { SearchEntry } from './docs/docs-pages.ts'
import exchange from './landing/recorded-exchange.json'
import { searchDocs } from './script/search-docs.ts'

const files = new Map(
  renderPublicFiles({ script: '/assets/main.js', styles: ['/assets/main.css'], fonts: ['/assets/inter.woff2'] }).map(
    ({ file, text }) => [file, text],
  ),
)

function open(path: string): Document {
  const text = files.get(path === '/' ? 'pages/index.html' : `pages${path}.html`)
  if (text === undefined) throw new Error(`There is no page ${path}.`)
  return new DOMParser().parseFromString(text, 'text/html')
}

const paths = [...files.keys()]
  .filter((file) => file.endsWith('.html'))
  .map((file) => (file === 'pages/index.html' ? '/' : file.slice('pages'.length, -'.html'.length)))

describe('every public page', () => {
  it.each(paths)('%s has a title, a description, one h1, and needs no inline script', (path) => {
    const page = open(path)
    expect(page.title).toMatch(/Parlance/)
    expect(page.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(20)
    expect(page.documentElement.lang).toBe('en')
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect([...page.scripts].map(({ src }) => new URL(src).pathname)).toEqual(['/theme.js', '/assets/main.js'])
    expect(page.querySelectorAll('style')).toHaveLength(0)
    const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href')
    expect(canonical).toBe(`%PUBLIC_URL%${path === '/docs' ? '/docs/start' : path}`)
    const levels = [...page.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]))
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
  })

  it('every page has its own title, except that /docs repeats the first page of the documentation', () => {
    const titles = paths.filter((path) => path !== '/docs').map((path) => open(path).title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  // AC-412
  it.each(paths)('%s has the shared header and footer', (path) => {
    const page = open(path)
    for (const part of ['header', 'footer']) {
      const links = [...(page.querySelector(part)?.querySelectorAll('a') ?? [])].map((link) =>
        link.getAttribute('href'),
      )
      expect(links).toEqual(expect.arrayContaining(['/features', '/pricing', '/docs', '/downloads']))
    }
    expect(page.querySelector('footer')?.textContent).toContain('1.2.0')
  })

  it.each(paths)('%s has a theme switch in its header, and in its footer for phones', (path) => {
    for (const part of ['header', 'footer']) {
      const choices = open(path).querySelectorAll(`${part} [aria-label=Theme] [data-theme-choice]`)
      expect([...choices].map((choice) => choice.getAttribute('aria-label'))).toEqual(['System', 'Light', 'Dark'])
    }
  })

  it('every link leads to a page and a heading that exist', () => {
    const anchors = new Map(
      paths.map((path) => [path, new Set([...open(path).querySelectorAll('[id]')].map(({ id }) => id))]),
    )
    const broken = paths.flatMap((path) =>
      [...open(path).querySelectorAll('a[href]')].flatMap((link) => {
        const href = link.getAttribute('href') ?? ''
        if (/^(mailto:|https?:|\/(login|register|chat|api)\b)/.test(href)) return []
        const [target = '', fragment] = href.split('#', 2)
        const ids = anchors.get(target === '' ? path : target)
        return ids && (fragment === undefined || ids.has(fragment)) ? [] : [`${path}: ${href}`]
      }),
    )
    expect(broken).toEqual([])
  })
})

describe('the landing page', () => {
  const page = open('/')
  const hrefOf = (name: string) =>
    [...page.querySelectorAll('a')]
      .filter((link) => link.textContent?.trim() === name)
      .map((link) => link.getAttribute('href'))

  // AC-405 OP-70
  it('shows the recorded question, its SQL, rows, and answer in a demo chat window', () => {
    const demo = page.querySelector('section[aria-label="Example conversation"]')
    expect(demo?.textContent).toContain(exchange.question)
    expect(demo?.querySelector('pre.sql-text')?.textContent?.trim()).toBe(exchange.sql)
    expect(demo?.textContent).toContain(exchange.text)
    expect(demo?.querySelectorAll('tbody tr')).toHaveLength(exchange.rows.length)
  })

  // AC-406
  it('has six feature cards, each with its icon, a title, and a description', () => {
    const cards = [...page.querySelectorAll<HTMLElement>('.feature-list > li')]
    expect(cards.map((card) => card.dataset.icon)).toEqual(['chat', 'database', 'shield', 'layers', 'users', 'code'])
    for (const card of cards) {
      expect(card.querySelector('svg')).not.toBeNull()
      expect(card.querySelector('h3')?.textContent).not.toBe('')
      expect(card.querySelector('p')?.textContent?.length).toBeGreaterThan(40)
    }
  })

  it.each([
    'Natural-language queries', // AC-413
    'PostgreSQL, MySQL, Oracle, SQL Server, Snowflake, BigQuery and more', // AC-414
    'Row-level and column-level security', // AC-415
    'Logical groupings of a database', // AC-416
    'Public and private business areas', // AC-417
    'Visible, editable SQL', // AC-418
    'Free forever for personal use. No credit card.', // AC-419 OP-01
    'Every installation starts with a 14-day Enterprise trial.',
  ])('the landing page says: %s', (text) => {
    expect(page.body.textContent).toContain(text)
  })

  // AC-407
  it('ends with a call to action', () => {
    const last = page.querySelector('main > section:last-child')
    expect([...(last?.querySelectorAll('a') ?? [])].map((link) => link.textContent)).toEqual([
      'Get Started Free',
      'View Pricing',
    ])
  })

  it('its links lead to registration, sign-in, documentation, pricing, and features', () => {
    expect(hrefOf('Start Free Trial')).toEqual(['/register'])
    expect(new Set(hrefOf('Get Started Free'))).toEqual(new Set(['/register']))
    expect(hrefOf('View Documentation')).toEqual(['/docs'])
    expect(hrefOf('View Pricing')).toEqual(['/pricing'])
    expect(hrefOf('Sign in')).toEqual(['/login'])
    expect(hrefOf('Features')).toEqual(['/features', '/features'])
  })
})

describe('the pricing page', () => {
  const page = open('/pricing')
  const cards = [...page.querySelectorAll<HTMLElement>('.plan')]
  const cells = [...page.querySelectorAll('.comparison tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim()),
  )

  // AC-420 AC-425 AC-435
  it('has three plan cards with their limits and features', () => {
    expect(cards.map((card) => card.querySelector('.plan-name')?.textContent)).toEqual([
      'Personal',
      'Standard',
      'Enterprise',
    ])
    expect(cards.map((card) => [...card.querySelectorAll('.plan-limits li')].map((item) => item.textContent))).toEqual([
      ['1 user', '3 database connections', '3 business areas', '5 tables per area'],
      ['50 users', '10 database connections', '50 business areas', '10 tables per area'],
      ['Unlimited users', 'Unlimited database connections', 'Unlimited business areas', 'Unlimited tables per area'],
    ])
    for (const card of cards) expect(card.querySelectorAll('.plan-features li').length).toBeGreaterThan(3)
  })

  // AC-423
  it('shows every plan as Contact Sales', () => {
    expect(cards.map((card) => card.querySelector('.plan-price')?.textContent)).toEqual(Array(3).fill('Contact Sales'))
    expect(cards.map((card) => card.querySelector('[data-contact-sales]')?.textContent)).toEqual(
      Array(3).fill('Contact Sales'),
    )
  })

  // AC-424 OP-70
  it('names the sales address in an alert', () => {
    const dialog = page.querySelector('dialog')
    expect(dialog?.textContent).toContain('Please email %SALES_EMAIL% for pricing and custom solutions.')
    expect(dialog?.hasAttribute('open')).toBe(false)
  })

  // AC-426
  it('highlights Standard as Most Popular', () => {
    expect(cards.map((card) => card.textContent?.includes('Most Popular'))).toEqual([false, true, false])
  })

  // AC-421 AC-427
  it.each([
    ['Users', '1', 'Up to 50', 'Unlimited'], // AC-428
    ['Database connections', '3', '10', 'Unlimited'], // AC-429
    ['Business areas', '3', '50', 'Unlimited'], // AC-430
    ['Tables per area', '5', '10', 'Unlimited'], // AC-431
    ['Query history', '30 days', '1 year', 'Unlimited'], // AC-432
    ['Export', 'CSV', 'CSV, Excel, JSON', 'All formats plus custom'], // AC-433
    ['Support', 'Community', 'Priority email', 'Dedicated team'], // AC-434
    ['Restricted business areas', 'No', 'No', 'Yes'],
    ['Row-level security', 'No', 'No', 'Yes'], // AC-436
    ['Column-level security with masking', 'No', 'No', 'Yes'], // AC-436
    ['SSO/SAML', 'No', 'No', 'OpenID Connect, SAML coming soon'], // AC-436 OP-82
    ['On-premise option', 'No', 'No', 'Yes'], // AC-436
    ['API access', 'No', 'Yes', 'Yes'], // AC-437 OP-82
    ['Team collaboration', 'No', 'Yes', 'Yes'], // AC-437
  ])('compares the plans: %s is %s, %s, and %s', (...values) => {
    expect(cells).toContainEqual(values)
  })

  // AC-422
  it.each([
    ['14-day free trial, no credit card required'], // AC-438
    ['Educational institutions and non-profits get a 50% discount.'], // AC-439
    ['By major credit cards and PayPal, and by wire transfer for Enterprise.'], // AC-440
    ['Self-hosting is available only with Enterprise.'], // AC-441
    ['Users are notified when approaching limits'], // AC-442
    ['Upgrades and downgrades are possible at any time and are effective immediately.'], // AC-443
  ])('answers one of six questions: %s', (answer) => {
    const answers = [...page.querySelectorAll('.common-questions details')].map((entry) => entry.textContent ?? '')
    expect(answers).toHaveLength(6)
    expect(answers.filter((text) => text.includes(answer))).toHaveLength(1)
  })
})

describe('the documentation', () => {
  const slugs = docsContents.flatMap(({ entries }) => entries.map(({ slug }) => slug))
  let index: SearchEntry[]
  beforeAll(() => {
    index = JSON.parse(files.get('docs-search.json') ?? '[]') as SearchEntry[]
  })

  // AC-011 OP-51
  it('has a page for each section, and shows the first one at /docs', () => {
    expect(open('/docs').querySelector('h1')?.textContent).toBe('Your first answer')
    for (const slug of slugs) {
      const page = open(`/docs/${slug}`)
      expect(page.querySelector('#docs-contents [aria-current=page]')?.textContent).toBe(
        page.querySelector('h1')?.textContent,
      )
    }
  })

  it('search finds words, headings first, and nothing for unknown words', () => {
    expect(searchDocs(index, 'masks')[0]?.path).toBe('/docs/column-security#masks')
    expect(searchDocs(index, 'reverse proxy')[0]?.path).toBe('/docs/reverse-proxy')
    expect(searchDocs(index, 'PARLANCE_DATA').map(({ path }) => path)).toContain('/docs/configuration')
    expect(searchDocs(index, 'mask zebra')).toEqual([])
    expect(searchDocs(index, '  ')).toEqual([])
  })

  it.each([
    ['another word form', 'masking', '/docs/column-security'],
    ['another word form', 'upgrades', '/docs/upgrade'],
    ['the beginning of a word', 'backu', '/docs/backup'],
    ['two swapped letters', 'psotgresql', '/docs/postgresql'],
    ['a missing letter', 'snowflke', '/docs/snowflake'],
    ['an extra letter', 'bigquerry', '/docs/bigquery'],
    ['two words', 'row securty', '/docs/row-security'],
  ])('search finds %s: %s', (_form, words, path) => {
    expect(searchDocs(index, words)[0]?.path.split('#')[0]).toBe(path)
  })

  it('an exact match hides similar words', () => {
    const entries = ['mask', 'task'].map((heading) => ({ path: heading, page: 'page', heading, text: '' }))
    expect(searchDocs(entries, 'mask').map(({ path }) => path)).toEqual(['mask'])
    expect(searchDocs(entries, 'rask').map(({ path }) => path)).toEqual(['mask', 'task'])
    expect(searchDocs(entries, 'xyz')).toEqual([])
  })

  it('a long name can break at its underscores without changing its text', () => {
    const [name] = [...open('/docs/configuration').querySelectorAll('td code')].filter(
      ({ textContent }) => textContent === 'PARLANCE_DATA_DIR',
    )
    expect(name?.innerHTML).toBe('PARLANCE_<wbr>DATA_<wbr>DIR')
  })

  it('every search entry leads to a heading', () => {
    for (const { path } of index) {
      const [page = '', id] = path.split('#', 2)
      expect([path, id === undefined || open(page).getElementById(id) !== null]).toEqual([path, true])
    }
  })
})

// AC-009 AC-010 OP-51
it('/pricing, /features, /docs, and /downloads are public pages', () => {
  expect(paths).toEqual(expect.arrayContaining(['/', '/pricing', '/features', '/docs', '/downloads']))
})
