/** Tests read English, whatever the machine speaks. */
Object.defineProperty(navigator, 'language', { configurable: true, get: () => 'en-US' });
