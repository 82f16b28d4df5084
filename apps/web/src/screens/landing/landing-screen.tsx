import { productVersion } from '@parlance/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ThemeSwitch } from '../../components/theme-switch.tsx'
import { readAccessToken } from '../../lib/access-token.ts'
import { currentYear } from '../../lib/format.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import '../../styles/public.css'

export function LandingScreen() {
  const { t } = useTranslation()
  useDocumentTitle('')
  const signedIn = readAccessToken() !== null
  return (
    <>
      <header className="pub nav">
        <Link className="brand" to="/" aria-label="Parlance">
          <Logo />
        </Link>
        <span className="grow" />
        <ThemeSwitch />
        <Link className={buttonClass({ kind: 'quiet' })} to={signedIn ? '/chat' : '/login'}>
          {signedIn ? t('Open chat') : t('Sign in')}
        </Link>
      </header>
      <main className="pub">
        <section className="hero">
          <h1>{t('Ask your database. Read the answer and the proof.')}</h1>
          <p>
            {t(
              'Parlance turns a question into SQL, proves that it only reads what it may, runs it on your own server and shows each step. Your data stays where it is.',
            )}
          </p>
          <div className="cta">
            <Link className={buttonClass({ kind: 'primary', size: 'large' })} to="/register">
              {t('Get Started Free')}
            </Link>
            <Link className={buttonClass({ size: 'large' })} to="/login">
              {t('Sign in')}
            </Link>
          </div>
        </section>
        <footer className="pub-foot num">
          © {currentYear()} Parlance · {productVersion}
        </footer>
      </main>
    </>
  )
}
