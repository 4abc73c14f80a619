/** The properties with which a program runs the demo and waits for its end. */
interface Window {
  /** Whether the demo has run once. */
  __demoDone: boolean;
  /**
   * Resolves with the exchanges of the demo, with secrets masked. In some examples, reading this property starts the
   * demo.
   */
  __demo: Promise<{ said: string; answered: string; milliseconds: number }[]>;
}
