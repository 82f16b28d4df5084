import type { ReactNode } from 'react'
import { brandClass, Logo } from '../ui/logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './auth-frame.module.css'

/** The calm page around sign-in and registration. */
export function AuthFrame({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.topBar}>
        <a className={brandClass} href="/" aria-label="Parlance">
          <Logo />
        </a>
        <ThemeSwitch />
      </header>
      <main className={styles.card}>
        <h1>{title}</h1>
        {intro !== '' && <p className="text-muted">{intro}</p>}
        {children}
      </main>
    </div>
  )
}
