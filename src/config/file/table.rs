/// Declares a table of the file: the doc comment of each field is the reference of its key. Reading
/// notes every unknown, missing and mistyped key.
macro_rules! table {
    (
        $(#[$doc:meta])*
        pub struct $name:ident {
            $($(#[$about:meta])* pub $key:ident: $kind:ty,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            $($(#[$about])* pub $key: $kind,)*
        }

        impl $crate::config::file::read::Read for $name {
            fn read(
                key: &str,
                value: &$crate::config::file::read::Value<'_>,
                faults: &mut $crate::config::faults::Faults<'_>,
            ) -> Option<Self> {
                use $crate::config::file::read::{Field, Keys};
                let keys = Keys::open(key, value, &[$(stringify!($key)),*], faults)?;
                $(let $key = <$kind as Field>::take(&keys, stringify!($key), faults);)*
                Some($name { $($key: $key?,)* })
            }
        }
    };
}

pub(super) use table;
