/** The product mark; decorative, because the name is always shown next to it. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
    <rect width="32" height="32" rx="8.5" fill="#215BDA" />
    <g stroke="#fff" strokeLinecap="round">
      <path d="M9 6.6C9 15 17 14.5 17 25.4" strokeWidth="4.2" />
      <path d="M24 6.6C24 14 17.2 14.6 16.9 22.4" strokeWidth="3.2" />
      <path d="M6.8 17.2C12 17.3 16.2 18.4 16.9 24" strokeWidth="2.5" />
    </g>
  </svg>
)
