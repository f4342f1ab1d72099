import fc from 'fast-check';

// A mutation test does not need the smallest failing example, which may take a minute to find.
fc.configureGlobal({ endOnFailure: true });
